module github.com/farebox/farebox/sdk/go

go 1.24.0

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/oapi-codegen/runtime v1.8.0
	golang.org/x/crypto v0.46.0
)

require (
	github.com/apapsch/go-jsonmerge/v2 v2.0.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/sys v0.39.0 // indirect
)
