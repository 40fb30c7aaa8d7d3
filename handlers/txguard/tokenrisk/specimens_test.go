package tokenrisk_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
)

// judged is the report on a token of the market that is two years old.
func judged(t *testing.T, reader *tokenrisk.Reader, s tokentest.Specimen) (*tokenrisk.OnChain, tokenrisk.Report) {
	t.Helper()
	got, err := reader.Read(t.Context(), s.At)
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().AddDate(-2, 0, 0)
	e := &tokenrisk.Evidence{Since: &long}
	got.Apply(e)
	return got, tokenrisk.Score(e, time.Now())
}

// TestPowersOverHoldersAreFoundByTrying runs both sets. The figures of the half that was held back are in
// docs/quality/txguard.md.
func TestPowersOverHoldersAreFoundByTrying(t *testing.T) {
	reader, _ := market(t)
	for _, s := range append(tokentest.Traps(), tokentest.Sounds()...) {
		t.Run(s.Contract, func(t *testing.T) {
			got, report := judged(t, reader, s)
			wrong := report.Category == tokenrisk.Low
			switch {
			case !s.Trap:
				wrong = report.Category == tokenrisk.High || report.Category == tokenrisk.Critical
			case s.Unsold:
				wrong = report.Category != tokenrisk.Critical
			}
			if wrong {
				t.Errorf("%s %v: %+v; trial %+v, powers %+v",
					report.Category, *report.Score, report.Reasons, got.Trial, got.Powers)
			}
		})
	}
}

// permit is the function of ERC-2612.
const permit = "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"

// TestAPermitOfTheHolderAloneIsNoPower: that another account stands in the code, or in the storage, is no proof.
func TestAPermitOfTheHolderAloneIsNoPower(t *testing.T) {
	reader, _ := market(t)
	for _, s := range tokentest.Sounds() {
		if s.Contract != "HolderPermitToken" && s.Contract != "SignedPermitToken" {
			continue
		}
		got, report := judged(t, reader, s)
		if len(got.Powers.Found) > 0 || got.Powers.Untried != "" {
			t.Errorf("%s: %s, %+v", s.Contract, report.Category, got.Powers)
		}
	}
}

// TestAPowerNamesItsFunctionAndHolder: an answer is of use when it says who could do what.
func TestAPowerNamesItsFunctionAndHolder(t *testing.T) {
	reader, _ := market(t)
	for _, c := range []struct {
		contract string
		function string
		effect   string
		kind     tokenrisk.HolderKind
	}{
		{"ClaimingToken", "claimRewards(uint256)", "makes_tokens", tokenrisk.HeldByKey},
		{"StatusToken", "setStatus(address,uint8)", "stops_sales", tokenrisk.HeldByKey},
		{"BoundlessFeeToken", "setFees(uint256,uint256)", "taxes_sales", tokenrisk.HeldByKey},
		{"RecoveringToken", "recover(address,uint256)", "takes_balances", tokenrisk.HeldByKey},
		{"PermitToken", "permitFor(address,address,uint256)", "gives_allowances", tokenrisk.HeldByKey},
		{"MasterPermitToken", permit, "gives_allowances", tokenrisk.HeldByKey},
		{"KeeperPermitToken", permit, "gives_allowances", tokenrisk.HeldByKey},
		{"DollarToken", "blacklist(address)", "stops_sales", tokenrisk.HeldByMultisig},
		{"GrantedToken", "mint(address,uint256)", "makes_tokens", tokenrisk.HeldByKey},
		{"RoleToken", "halt(bool)", "stops_sales", tokenrisk.HeldByKey},
	} {
		t.Run(c.contract, func(t *testing.T) {
			all := append(tokentest.Traps(), tokentest.Sounds()...)
			i := slices.IndexFunc(all, func(s tokentest.Specimen) bool { return s.Contract == c.contract })
			got, _ := judged(t, reader, all[i])
			function := [4]byte(crypto.Keccak256([]byte(c.function))[:4])
			found := slices.ContainsFunc(got.Powers.Found, func(p tokenrisk.Power) bool {
				return p.Function == function && p.Kind == c.kind && slices.Contains(p.Codes(), c.effect)
			})
			if !found {
				t.Errorf("%+v", got.Powers)
			}
		})
	}
}

// TestWhoHasThePoolIsReadOnTheChain: shares that are burnt are bound, those of an account with a say are not.
func TestWhoHasThePoolIsReadOnTheChain(t *testing.T) {
	reader, _ := market(t)
	for _, s := range tokentest.Traps() {
		if s.Contract != "LooseToken" && s.Contract != "StatusToken" {
			continue
		}
		got, err := reader.Read(t.Context(), s.At)
		if err != nil {
			t.Fatal(err)
		}
		e := &tokenrisk.Evidence{}
		got.Apply(e)
		loose := s.Contract == "LooseToken"
		if e.LPUnlocked == nil || *e.LPUnlocked != loose {
			t.Errorf("%s: unlocked %v, %+v", s.Contract, e.LPUnlocked, got.Shares)
		}
	}
}

// TestWhoHasARoleIsToldByLogs: a mapping cannot be listed. A role is held by whom the token's logs name, and where the
// logs cannot be had the answer says that roles may have been missed.
func TestWhoHasARoleIsToldByLogs(t *testing.T) {
	reader, _ := market(t)
	for _, s := range append(tokentest.Traps(), tokentest.Sounds()...) {
		if s.Began == (common.Address{}) {
			continue
		}
		got, report := judged(t, reader, s)
		if got.Grants == nil || !slices.Contains(got.Grants.Accounts, s.Began) || got.Grants.Unread != "" {
			t.Errorf("%s: %+v", s.Contract, got.Grants)
		}
		kinds := map[tokenrisk.HolderKind]bool{}
		for _, p := range got.Powers.Found {
			kinds[p.Kind] = true
		}
		switch {
		case s.Trap && !kinds[tokenrisk.HeldByKey],
			!s.Trap && kinds[tokenrisk.HeldByKey],
			s.Began == tokentest.Timelock && (!kinds[tokenrisk.HeldByTimelock] || report.Category == tokenrisk.Low):
			t.Errorf("%s of %s: %s, %+v", s.Contract, s.Began, report.Category, got.Powers)
		}
	}

	reader, _ = marketWithout(t, "eth_getLogs")
	for _, s := range tokentest.Traps() {
		if s.Contract != "GrantedToken" {
			continue
		}
		got, _ := judged(t, reader, s)
		if len(got.Powers.Found) != 0 || !strings.Contains(got.Powers.Untried, "logs") {
			t.Errorf("without logs: %+v", got.Powers)
		}
	}
}
