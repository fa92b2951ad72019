-- Values of secret variables, sealed as one text. The configuration holds a mask in their place.
ALTER TABLE "formula_instance" ADD COLUMN "secret_values" TEXT;
