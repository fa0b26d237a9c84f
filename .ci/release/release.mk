# What a release consists of, and whether it works elsewhere; included by the Makefile.

.PHONY: release release-test

# Three numbers, which the sources and a tag have, too.
VERSION ?=

release: deps ## Make archives, Debian packages, the wheel and the npm package of VERSION=0.3.0 from a clean tagged clone
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh dpkg-deb=dpkg dpkg-shlibdeps=dpkg-dev \
	  objdump=binutils xz=xz-utils patchelf=patchelf lintian=lintian python3=python3 --python
	@SWIFT="$(SWIFT)" .ci/release/release.sh "$(VERSION)"

release-test: deps ## Make a release of the last commit in a clone, and try it in a bare Debian without Swift (needs root)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh debootstrap=debootstrap git=git
	@SWIFT="$(SWIFT)" .ci/release/try.sh
