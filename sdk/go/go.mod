module github.com/farebox/farebox/sdk/go

go 1.24.0

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	golang.org/x/crypto v0.46.0
)

require golang.org/x/sys v0.39.0 // indirect
