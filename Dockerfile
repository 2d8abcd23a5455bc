# Waymark in a container: docker build -t waymark . && docker run --rm -v "$PWD:/work" waymark check model.pml
FROM debian:bookworm AS build
COPY packages.txt /source/
COPY tools/packages.sh /source/tools/
RUN /source/tools/packages.sh building
COPY . /source
WORKDIR /source
RUN cmake --preset release -B /build -DWAYMARK_UNITS=OFF && cmake --build /build --target waymark && \
    SOURCE_DATE_EPOCH=0 packaging/make_deb.sh /build /tmp

FROM debian:bookworm-slim
COPY --from=build /tmp/waymark_*.deb /tmp/
RUN apt-get update -q && apt-get install -y -q /tmp/waymark_*.deb && rm -rf /tmp/waymark_*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["waymark"]
