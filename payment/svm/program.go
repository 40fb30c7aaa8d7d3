package svm

import (
	"crypto/sha256"
	"errors"
	"slices"
)

// Programs that a payment may call, and those that addresses are derived with. They are the same on every cluster.
var (
	ComputeBudgetProgram = mustAddress("ComputeBudget111111111111111111111111111111")
	TokenProgram         = mustAddress("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
	Token2022Program     = mustAddress("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
	MemoProgram          = mustAddress("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
	LighthouseProgram    = mustAddress("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95")
	tokenAccountProgram  = mustAddress("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
)

// Accounts that the runtime itself keeps.
var (
	clockSysvar     = mustAddress("SysvarC1ock11111111111111111111111111111111")
	blockhashSysvar = mustAddress("SysvarRecentB1ockHashes11111111111111111111")
)

// derivationSuffix ends what the address of an account without a key is made of.
const derivationSuffix = "ProgramDerivedAddress"

// TokenAccount is the associated token account of an owner: where whoever knows only the wallet sends its tokens to.
// The address is that of no key. It is the first off the curve, counting down from 255.
func TokenAccount(owner, mint, program Address) (Address, error) {
	seeds := slices.Concat(owner[:], program[:], mint[:])
	suffix := slices.Concat(tokenAccountProgram[:], []byte(derivationSuffix))
	for bump := 255; bump >= 0; bump-- {
		account := Address(sha256.Sum256(slices.Concat(seeds, []byte{byte(bump)}, suffix)))
		if !account.onCurve() {
			return account, nil
		}
	}
	return Address{}, errors.New("there is no token account for this owner and mint")
}
