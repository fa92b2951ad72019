"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";

type Elements = RouterOutputs["commonResource"]["read"]["elements"];
type Props = { open: boolean; onOpenChange: (open: boolean) => void; name: string; elements: Elements };

const LEVELS = ["organization", "account", "instance"] as const;

/** Chooses the element to map, and the level of the mapping. */
export function MapDialog({ open, onOpenChange, ...choice }: Props) {
  const t = useTranslations("common-resources.map");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      {choice.elements.length > 0 ? (
        <MapForm {...choice} />
      ) : (
        <div className="grid gap-4">
          <p className="text-sm">{t("none")}</p>
          <div>
            <LinkButton href={routeTo("catalog")} kind="primary">
              {t("connect")}
            </LinkButton>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function MapForm({ name, elements }: Pick<Props, "name" | "elements">) {
  const t = useTranslations("common-resources.map");
  const trpc = useTRPC();
  const openScreen = useOpenScreen();
  const [element, setElement] = useState(elements[0]?.key ?? "");
  const [level, setLevel] = useState<(typeof LEVELS)[number]>("organization");
  const [connection, setConnection] = useState<number>();
  const { data } = useQuery({
    ...trpc.commonResource.mapping.queryOptions({ name, level: "account", elementKey: element }),
    enabled: level === "instance",
  });
  const connections = data?.connections ?? [];
  const chosen = connections.find((one) => one.id === connection) ?? connections[0];

  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (level !== "instance") void openScreen(routeTo("mapping", { objectName: name, element, level }));
        else if (chosen) void openScreen(routeTo("mapping", { objectName: name, connection: chosen.id, level }));
      }}
    >
      <SelectField
        label={t("element")}
        value={element}
        options={elements.map(({ key, name: label }) => ({ value: key, label }))}
        onChange={setElement}
      />
      <SelectField
        label={t("level")}
        value={level}
        options={LEVELS.map((one) => ({ value: one, label: t(`levels.${one}`) }))}
        onChange={setLevel}
      />
      {level === "instance" && (
        <SelectField
          label={t("connection")}
          value={String(chosen?.id ?? "")}
          options={connections.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(id) => setConnection(Number(id))}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" kind="primary">
          {t("open")}
        </Button>
      </div>
    </Form>
  );
}
