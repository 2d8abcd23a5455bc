# Waymark in a container: docker build -t waymark . && docker run --rm -v "$PWD:/work" waymark check model.pml
FROM debian:bookworm AS build
RUN apt-get update -q && apt-get install -y -q --no-install-recommends build-essential cmake ninja-build pkg-config git \
    libfmt-dev libcli11-dev nlohmann-json3-dev libxxhash-dev libzstd-dev libsodium-dev libzip-dev zlib1g-dev libhwloc-dev \
    libopenmpi-dev libclang-14-dev libclang-cpp14-dev llvm-14-dev libgtest-dev libgmock-dev openjdk-17-jdk-headless
COPY . /source
WORKDIR /source
RUN cmake -G Ninja -B /build -DCMAKE_BUILD_TYPE=Release -DWAYMARK_UNITS=OFF && cmake --build /build --target waymark && \
    SOURCE_DATE_EPOCH=0 packaging/make_deb.sh /build /tmp

FROM debian:bookworm-slim
COPY --from=build /tmp/waymark_*.deb /tmp/
RUN apt-get update -q && apt-get install -y -q /tmp/waymark_*.deb && rm -rf /tmp/waymark_*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["waymark"]
