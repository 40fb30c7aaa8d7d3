# Everything a contributor runs. README.md names the two that a user needs: run and test.
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GO      ?= go
# Packages where a data race would cost money: they are tested with the race detector.
RACED   := ./payment/... ./store/... ./internal/upstream ./internal/upstream/diskindex ./internal/web/fetch/... ./internal/usage/... ./internal/chain/evm/... ./internal/network/rdap

# A throw-away database need not outlive a machine that loses its power, only a process that is killed.
WITH_POSTGRES := POSTGRES_SETTINGS="-c fsync=off" scripts/with-postgres.sh

.PHONY: run build sdk release tables route test test-plain test-race race check static research gen bench stockbuyers mcpbuyers doors pages tsbuyers tssdk pysdk pybuyers validators soak rollout drift shop

run: build ## build, start farebox dev, walk through two purchases, leave the server running
	scripts/walkthrough.sh bin/farebox

build:
	GO="$(GO)" scripts/build.sh "$(VERSION)" bin/farebox

sdk: ## bin/farebox-sdk.tgz, the TypeScript SDK as npm installs it, which SDK_PACKAGE names; needs node and npm
	scripts/tsbuyers/run.sh pack bin/farebox-sdk.tgz

release: ## what a release has for this machine's system, in dist/
	GO="$(GO)" scripts/release.sh "$(VERSION)" dist

tables: ## no table of the program is past its last day: it fails by the calendar, so it is run weekly and before a release
	$(GO) run ./scripts/docs -past

route: ## the tests of one route: make route ROUTE=/crypto/hash
	GO="$(GO)" scripts/route/run.sh "$(ROUTE)"

test: ## everything, on a real Postgres where one can be had
	$(WITH_POSTGRES) scripts/test.sh all "$(RACED)"

test-plain: ## the part of "test" without the race detector
	$(WITH_POSTGRES) scripts/test.sh plain "$(RACED)"

test-race: ## the part of "test" with it
	$(WITH_POSTGRES) scripts/test.sh race "$(RACED)"

race: ## everything with the race detector, of which "test" has what does several things at once; takes an hour
	scripts/with-postgres.sh $(GO) test -race -p 1 -timeout 180m ./...

static: ## generated files current, formatting, what vet, staticcheck and the linters find, how the code reads, deploy/ to the code of the programs it is for
	$(GO) run ./scripts/gen -check
	$(GO) run ./scripts/docs -check
	$(GO) run ./scripts/notices -check
	$(GO) run ./scripts/readability -check
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "gofmt these files:"; echo "$$unformatted"; exit 1; fi
	GO="$(GO)" scripts/lint.sh
	cd sdk/go && $(GO) mod tidy -diff
	LINT_MODULE=sdk/go GO="$(GO)" scripts/lint.sh
	cd deploy/check && $(GO) vet . && $(GO) test .

check: static ## static, and the spec to others' validators where npm is present
	scripts/validators/run.sh quick

research: ## the programs that train models and compare with others: they compile, and their tests pass
	cd scripts/research && $(GO) vet ./... && $(GO) test ./...

gen: ## everything that is derived from openapi/, the configuration and the code
	$(GO) run ./scripts/gen
	$(GO) run ./scripts/docs
	$(GO) run ./scripts/notices

bench: ## the figures of docs/performance/
	$(GO) test -run '^$$' -bench . -benchmem ./payment/... ./server/... ./store/... ./internal/usage/... ./handlers/...

shop: build ## put a small API behind Farebox, and buy from it
	GO="$(GO)" scripts/shop/run.sh bin/farebox

stockbuyers: build ## pay with the stock x402 clients of npm; needs node and npm
	scripts/stockbuyers/run.sh bin/farebox

mcpbuyers: build ## buy tools with the stock MCP clients of npm, and run the protocol's conformance scenarios; needs node and npm
	scripts/mcpbuyers/run.sh bin/farebox

tsbuyers: build ## the packed TypeScript SDK in clean folders: type checks, size, purchases, tools of three packages; needs node and npm
	scripts/tsbuyers/run.sh bin/farebox

tssdk: ## build the TypeScript SDK from the interface and run its unit tests, where npm is present
	scripts/tsbuyers/run.sh unit

pybuyers: build ## the same, and purchases with real keys by the Python SDK from a dev server; needs node
	scripts/pysdk/run.sh bin/farebox

pysdk: ## build the Python SDK from the interface and run its unit tests and type checks, where httpx is present
	scripts/pysdk/run.sh unit

pages: build ## the pages in Chromium with axe-core, and their HTML to a validator; needs chromium, node and npm
	scripts/pages/run.sh bin/farebox

doors: build ## buy one route over HTTP, MCP and MPP with stock clients of npm, in one ledger; needs node and npm
	scripts/doors/run.sh bin/farebox

validators: build ## the spec to the validators and generators of npm, as committed and as served; needs node and npm
	scripts/validators/run.sh all bin/farebox

soak: build ## three replicas for half an hour while they, Postgres, Redis and the facilitator fail; SOAK="--for 3m" is shorter
	scripts/fleet/run.sh soak bin/farebox $(SOAK)

rollout: build ## replace replicas of the version before the newest migration by this one, under paid load; OLD names another
	scripts/fleet/run.sh rollout bin/farebox $(ROLLOUT)

drift: ## all changes of TestDrift to what providers answer
	$(GO) test ./server -run '^TestDrift' -timeout 60m -drift
