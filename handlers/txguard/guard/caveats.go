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
	timeWindow  = common.HexToAddress("0x1046bb45C8d673d4ea75321280DB34899413c069") // TimestampEnforcer
)

// caveat is what the limits of a delegation leave the delegate: so much of one token, once or in each period.
type caveat struct {
	token  common.Address
	amount *big.Int
	period *big.Int // nil: once
}

// readCaveat reads a limit that leaves nothing but transfers of one token. Terms are packed.
func readCaveat(enforcer common.Address, terms []byte) (caveat, bool) {
	const head = common.AddressLength + 32
	if enforcer != tokenOnce && enforcer != tokenPeriod || len(terms) < head {
		return caveat{}, false
	}

	out := caveat{
		token:  common.BytesToAddress(terms[:common.AddressLength]),
		amount: new(big.Int).SetBytes(terms[common.AddressLength:head]),
	}
	switch {
	case enforcer == tokenOnce && len(terms) == head:
		return out, true
	case enforcer == tokenPeriod && len(terms) == head+64:
		out.period = new(big.Int).SetBytes(terms[head : head+32])
		return out, true
	}
	return caveat{}, false
}

// endOf is the time in Unix seconds after which a delegation is good for nothing, of a limit that has one: two numbers
// of 16 bytes, the first and the last moment.
func endOf(enforcer common.Address, terms []byte) *big.Int {
	if enforcer != timeWindow || len(terms) != 32 {
		return nil
	}
	if end := new(big.Int).SetBytes(terms[16:]); end.Sign() > 0 {
		return end
	}
	return nil
}

// caveats judges a delegation of MetaMask's framework by its limits. One that leaves only transfers of one token up
// to an amount is a permission to spend that; any other gives the account away.
func caveats(m *message, _ *act, _ frame) {
	a := &m.s.Actions[len(m.s.Actions)-1]
	if !is(m.Domain.VerifyingContract, delegationManager) {
		return
	}
	for _, f := range m.f.list("caveats") {
		enforcer := orNobody(f.addr("enforcer"))
		terms := f.bytes("terms")
		if end := endOf(enforcer, terms); end != nil {
			a.Deadline = end
		}
		limit, ok := readCaveat(enforcer, terms)
		if !ok {
			continue
		}
		m.s.From = a.Owner
		a.Kind = Approval
		a.Standard = spendStandard
		a.Token = &limit.token
		a.Amount = limit.amount
		a.Unlimited = unlimited(limit.amount)
		a.period = limit.period
	}
}
