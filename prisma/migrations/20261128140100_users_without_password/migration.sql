-- False for users who never had a password: the OpenID Connect provider signs them in.
ALTER TABLE "user" ADD COLUMN "has_password" BOOLEAN NOT NULL DEFAULT true;
