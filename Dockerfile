# Waymark in a container, with every optional part: docker build -t waymark . && docker run --rm -v "$PWD:/work" waymark
# check model.pml
FROM debian:bookworm AS build
COPY packages.txt packages-kernel.txt /source/
COPY tools/packages.sh /source/tools/
RUN /source/tools/packages.sh building kernel && apt-get install -y -q --no-install-recommends nodejs npm
COPY . /source
WORKDIR /source
RUN cmake --preset release -B /build -DWAYMARK_UNITS=OFF && cmake --build /build --target waymark && \
    SOURCE_DATE_EPOCH=0 packaging/make_deb.sh /build /tmp && kernel/build.sh /kernel

# The package recommends a JDK, clang, and the libraries of Clang, Z3 and MPI.
FROM debian:bookworm-slim
COPY --from=build /tmp/waymark_*.deb /tmp/
COPY --from=build /kernel/waymark-kernel /usr/bin/
RUN apt-get update -q && apt-get install -y -q --install-recommends /tmp/waymark_*.deb openmpi-bin graphviz && \
    rm -rf /tmp/waymark_*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["waymark"]
