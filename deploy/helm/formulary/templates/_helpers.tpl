{{- define "formulary.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "formulary.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: {{ if .Values.sandbox.requireJail }}Unconfined{{ else }}RuntimeDefault{{ end }}
{{- end }}

{{- define "formulary.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- if .Values.sandbox.requireJail }}
procMount: Unmasked
{{- end }}
{{- end }}

{{- define "formulary.environment" -}}
- name: SANDBOX_REQUIRE_JAIL
  value: {{ if .Values.sandbox.requireJail }}"1"{{ else }}"0"{{ end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
