package site

import (
	"strings"

	"github.com/farebox/farebox/server/discovery"
)

// kit is what the code on the pages buys with: a wallet of EVM, or of Solana where payments are taken there alone.
type kit struct {
	network   string // CAIP-2
	flag      string // of farebox pay
	goKey     string // makes the key of the Go SDK
	goOption  string // is where it goes
	imports   string // of the packages of x402
	account   string
	scheme    string // made of account
	install   string // has npm install these packages
	isOfOwnTS bool   // the TypeScript SDK is shown, where it is had
}

func kitFor(networks []discovery.Network) kit {
	for _, n := range networks {
		if strings.HasPrefix(n.CAIP2, "eip155:") {
			return kit{
				network:  n.CAIP2,
				goKey:    "NewKey",
				goOption: "Wallet:        key",
				imports: "import { ExactEvmScheme } from '@x402/evm';\n" +
					"import { privateKeyToAccount } from 'viem/accounts';\n",
				account:   "privateKeyToAccount(process.env.PRIVATE_KEY as `0x${string}`)",
				scheme:    "ExactEvmScheme",
				install:   "npm install @x402/fetch @x402/evm viem",
				isOfOwnTS: true,
			}
		}
	}

	return kit{
		network:  networks[0].CAIP2,
		flag:     "--solana ",
		goKey:    "NewSolanaKey",
		goOption: "SolanaWallet:  key",
		imports: "import { ExactSvmScheme } from '@x402/svm';\n" +
			"import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';\n",
		account: "await createKeyPairSignerFromBytes(getBase58Encoder().encode(process.env.PRIVATE_KEY as string))",
		scheme:  "ExactSvmScheme",
		install: "npm install @x402/fetch @x402/svm @solana/kit",
	}
}
