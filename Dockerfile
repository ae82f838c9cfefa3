# The site alone, for PostgreSQL or a data folder in /data (docs/deploying.md).
FROM node:24-bookworm-slim AS build
WORKDIR /courtside
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /courtside
COPY package.json package-lock.json ./
COPY web/package.json web/
COPY dropin/package.json dropin/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --omit=dev --workspace web --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /courtside
COPY --from=packages /courtside/node_modules node_modules/
COPY --from=build /courtside/build build/
COPY --from=build /courtside/web/build web/build/
COPY web/package.json web/main.mjs web/ask-health.mjs web/
COPY web/app/mail/pdf/pdf-worker.mjs web/app/mail/pdf/pdf-fonts.mjs web/app/mail/pdf/
COPY web/database/migrations web/database/migrations/
COPY season.yaml ./
COPY season-pictures season-pictures/
# It copies backups to BACKUP_TO.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates rclone && rm -rf /var/lib/apt/lists/*
RUN mkdir /data /backups && chown node:node /data /backups
USER node
WORKDIR /courtside/web
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=20s --start-period=30s \
  CMD ["node", "ask-health.mjs", "5000"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "main.mjs"]
