# The image names of this file and of docker-compose.yml are those of scripts/images.json; a test compares them.
FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY tsconfig.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build && chmod 755 dist/src/main.js && npm prune --omit=dev --ignore-scripts

FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e
ARG REVISION=unknown
LABEL org.opencontainers.image.title=Quire \
  org.opencontainers.image.description="A document hosting service" \
  org.opencontainers.image.version=1.0.0-rc.1 \
  org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.revision=$REVISION
# Without variables of a cluster the mode is embedded, in the volume.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_HOST=0.0.0.0 DATA_DIR=/data
# A larger space for young objects: collections take less CPU, a process up to 50 MB more.
ENV NODE_OPTIONS=--max-semi-space-size=32
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/src ./dist/src
COPY --from=build /app/dist/console ./dist/console
COPY index-templates ./index-templates
# Nothing is installed in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && ln -s /app/dist/src/main.js /usr/local/bin/quire \
  && mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["quire"]
CMD ["serve"]
