package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Contracts of MetaMask's delegation framework 1.3.0, at one address on every network. Source: MetaMask's
// delegation-framework, documents/Deployments.md and src/enforcers.
var (
	delegationManager = common.HexToAddress("0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3")

	tokenOnce   = common.HexToAddress("0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc") // ERC20TransferAmountEnforcer
	tokenPeriod = common.HexToAddress("0x474e3Ae7E169e940607cC624Da8A15Eb120139aB") // ERC20PeriodTransferEnforcer
)

// caveats judges a delegation of MetaMask's framework by its limits, whose terms are packed. One that leaves only
// transfers of one token up to an amount is a permission to spend that; any other gives the account away.
func caveats(m *message, _ *act, _ frame) {
	a := &m.s.Actions[len(m.s.Actions)-1]
	if !is(m.Domain.VerifyingContract, delegationManager) {
		return
	}

	const head = common.AddressLength + 32 // the token and the amount
	for _, f := range m.f.list("caveats") {
		terms := f.bytes("terms")
		number := func(from, to int) *big.Int { return new(big.Int).SetBytes(terms[from:to]) }
		switch enforcer := orNobody(f.addr("enforcer")); {
		case enforcer == tokenPeriod && len(terms) == head+64:
			a.period = number(head, head+32)
		case enforcer != tokenOnce || len(terms) != head:
			continue
		}

		m.s.From = a.Owner
		a.Kind = Approval
		a.Standard = spendStandard
		a.Token = new(common.BytesToAddress(terms[:common.AddressLength]))
		a.Amount = number(common.AddressLength, head)
		a.Unlimited = unlimited(a.Amount)
	}
}
