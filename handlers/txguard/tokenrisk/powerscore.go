package tokenrisk

import (
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
)

// effectWords say what a power does, in the order of their weight.
var effectWords = []struct {
	effect simulate.Effects
	code   string
	words  string
}{
	{simulate.Takes, "takes_balances", "takes tokens from holders or the pool"},
	{simulate.Allows, "gives_allowances", "lets somebody take what holders have"},
	{simulate.Stops, "stops_sales", "makes sales fail"},
	{simulate.Taxes, "taxes_sales", "makes sales bring less"},
	{simulate.Makes, "makes_tokens", "makes more tokens"},
}

// powerPoints are what a power weighs in the hands of its holder, within the dimension of ownership.
var powerPoints = map[HolderKind]float64{
	HeldByAnyone:   60,
	HeldByKey:      50,
	HeldByContract: 25,
	HeldByMultisig: 15,
	HeldByTimelock: 10,
}

// holderWords name the holder of a power.
var holderWords = map[HolderKind]string{
	HeldByAnyone:   "anybody",
	HeldByKey:      "one key",
	HeldByContract: "a contract",
	HeldByMultisig: "a contract that says it needs several signatures",
	HeldByTimelock: "a contract that says it makes calls wait",
}

// kind is who has the power in effect: who has to wait for a month is as a timelock is.
func (p Power) kind() HolderKind {
	if p.Later && p.Kind != HeldByAnyone {
		return HeldByTimelock
	}
	return p.Kind
}

// Codes are what the power does, in the words of answers.
func (p Power) Codes() []string {
	list := []string{}
	for _, w := range effectWords {
		if p.Effects&w.effect != 0 {
			list = append(list, w.code)
		}
	}
	return list
}

// all are the effects of the powers that some kinds of holders have.
func (p *Powers) all(kinds ...HolderKind) (effects simulate.Effects) {
	if p == nil {
		return 0
	}
	for _, one := range p.Found {
		if slices.Contains(kinds, one.kind()) {
			effects |= one.Effects
		}
	}
	return effects
}

// anybody are the effects of all powers, whoever has them.
func (p *Powers) anybody() simulate.Effects {
	return p.all(HeldByAnyone, HeldByKey, HeldByContract, HeldByMultisig, HeldByTimelock)
}

// judgePowers counts each kind of power once, by the worst holder that has it.
func (s *scorer) judgePowers(p *Powers) {
	s.d.Signals["powers"] = nil
	if p == nil || p.Untried != "" && len(p.Found) == 0 {
		return
	}

	list := []string{}
	counted := simulate.Effects(0)
	sorted := append([]Power{}, p.Found...)
	sort.SliceStable(sorted, func(i, j int) bool {
		return powerPoints[sorted[i].kind()] > powerPoints[sorted[j].kind()]
	})
	for _, one := range sorted {
		name := "0x" + hex.EncodeToString(one.Function[:])
		list = append(list, name+" "+strings.Join(one.Codes(), "+"))
		for _, w := range effectWords {
			if one.Effects&w.effect == 0 || counted&w.effect != 0 {
				continue
			}
			counted |= w.effect
			when := ""
			if one.Later {
				when = ", a month after other calls"
			}
			how := fmt.Sprintf("call a function (%s) that", name)
			if one.Function == ([4]byte{}) {
				how = "put code at an address that the token asks, which"
			}
			s.count(s.held(powerPoints[one.kind()]), "power_"+w.code, "%s can %s %s%s",
				holderWords[one.Kind], how, w.words, when)
		}
	}
	s.d.Signals["powers"] = list
}

// powerFloor is the least that a token is by what somebody could do to it tomorrow, and why.
func (e *Evidence) powerFloor() (least float64, why string) {
	if e.Trusted {
		return 0, ""
	}
	raise := func(to float64, because string) {
		if to > least {
			least = to
			why = because
		}
	}

	byKey := e.Powers.all(HeldByKey, HeldByAnyone)
	if isTrue(e.Upgradeable) && isTrue(e.AdminEOA) {
		raise(35, "a token whose code one key can replace is at least 35")
	}
	if byKey != 0 {
		raise(35, "a token over whose holders one key, or anybody, has power is at least 35")
	}
	if e.SalesEnd {
		raise(35, "a token that can be sold now, and not, or for less, a month or a year later, is at least 35")
	}
	takes := byKey&(simulate.Takes|simulate.Allows) != 0
	if several := byKey&(byKey-1) != 0; takes || several {
		raise(55, "a token is at least 55 if one key can take all that holders have, or do several things to them")
	}
	if byKey != 0 && isTrue(e.LPUnlocked) {
		raise(60, "a token over which one key has power, and one account most of the pool, is at least 60")
	}
	if e.Powers.all(HeldByContract, HeldByMultisig, HeldByTimelock) != 0 {
		raise(25, "a token over whose holders a contract has power, or one key after a wait, is at least 25")
	}
	if e.Powers != nil && e.Powers.Listed != 0 {
		raise(25, "a token is at least 25 if somebody whom a list, a hash or another contract names, or who has most tokens, "+
			"has power")
	}
	if e.Powers != nil && e.Powers.Untried != "" && e.Powers.Functions == 0 && !isTrue(e.NoPool) {
		raise(25, "a token is at least 25 if none of its functions could be tried")
	}
	if isTrue(e.LPUnlocked) {
		raise(30, "a token is at least 30 if one account has most of its pool")
	}
	if e.LPBoundPct != nil && *e.LPBoundPct < 100-mostPct && e.LPUnlocked == nil && !e.deep() {
		raise(25, fmt.Sprintf("a token is at least 25 if %.0f percent of its pool is burnt or locked and nobody known has the rest",
			*e.LPBoundPct))
	}
	if e.WalletTried && e.WalletSold == nil {
		raise(25, "a token that no wallet's sale could be tried of is at least 25")
	}
	return least, why
}

// deepPool is the worth of a pool from which on its shares are spread over many hands as a rule.
const deepPool = 1_000_000

func (e *Evidence) deep() bool {
	return e.LiquidityUSD != nil && e.LiquidityUSD.IntPart() >= deepPool
}
