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

// TestPowersOverHoldersAreFoundByTrying runs all sets. Figures as first measured are in docs/quality/txguard.md.
func TestPowersOverHoldersAreFoundByTrying(t *testing.T) {
	reader, _ := market(t)
	asked := requests.Load()
	called := simulated.Load()
	for _, s := range tokentest.All() {
		t.Run(s.Contract, func(t *testing.T) {
			got, report := judged(t, reader, s)
			if u := got.Powers.Untried; u != "" {
				t.Logf("untried: %s", u)
			}
			if misjudged(s, report) != s.Missed {
				t.Errorf("%s %v: %+v; trial %+v, powers %+v",
					report.Category, *report.Score, report.Reasons, got.Trial, got.Powers)
			}
		})
	}
	tokens := float64(len(tokentest.All()))
	t.Logf("%.1f requests and %.1f simulated calls for each token",
		float64(requests.Load()-asked)/tokens, float64(simulated.Load()-called)/tokens)
}

// misjudged says whether a report contradicts the label of a token.
func misjudged(s tokentest.Specimen, report tokenrisk.Report) bool {
	switch {
	case s.Unsold:
		return report.Category != tokenrisk.Critical
	case s.Trap:
		return report.Category == tokenrisk.Low
	default:
		return report.Category == tokenrisk.High || report.Category == tokenrisk.Critical
	}
}

// permit is the function of ERC-2612.
const permit = "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"

// daiPermit is that of DAI.
const daiPermit = "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)"

// authorization is the transfer by signature of ERC-3009.
const authorization = "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)"

// TestAPermitOfTheHolderAloneIsNoPower: that another account stands in the code, or in the storage, is no proof.
func TestAPermitOfTheHolderAloneIsNoPower(t *testing.T) {
	reader, _ := market(t)
	for _, s := range tokentest.Named("HolderPermitToken", "SignedPermitToken", "HonestDaiToken") {
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
		{"DaiPermitToken", daiPermit, "gives_allowances", tokenrisk.HeldByKey},
		{"ListPermitToken", permit, "gives_allowances", tokenrisk.HeldByKey},
		{"OpenMintToken", "initialize(address,uint256)", "makes_tokens", tokenrisk.HeldByAnyone},
		{"FarewellToken", "renounceOwnership()", "stops_sales", tokenrisk.HeldByKey},
		{"IncreaseToken", "increaseAllowance(address,uint256)", "gives_allowances", tokenrisk.HeldByKey},
		{"RegistryToken", "setClosed(bool)", "stops_sales", tokenrisk.HeldByKey},
		{"TwoCallsToken", "finish(address,uint256)", "makes_tokens", tokenrisk.HeldByKey},
		{"GasPriceToken", "setGasPriceLimit(uint256)", "stops_sales", tokenrisk.HeldByKey},
		{"ApprovalGateToken", "setApprovals(bool)", "stops_sales", tokenrisk.HeldByKey},
		{"StoredSecretToken", "release(uint256,address,uint256)", "makes_tokens", tokenrisk.HeldByAnyone},
		{"FeeManagerToken", "setFee(uint256)", "taxes_sales", tokenrisk.HeldByKey},
		{"OwnerMintToken", "mint(address,uint256)", "makes_tokens", tokenrisk.HeldByTimelock},
		{"OwnerMintToken", "mint(address,uint256)", "makes_tokens", tokenrisk.HeldByKey},
		{"ConfigToken", "configure(bytes32,uint256)", "taxes_sales", tokenrisk.HeldByKey},
		{"TaxWalletToken", "setTaxWallet(address)", "gives_allowances", tokenrisk.HeldByKey},
		{"KeeperAuthorizedToken", authorization, "takes_balances", tokenrisk.HeldByKey},
		{"MaintenanceToken", "maintain(address,bytes)", "takes_balances", tokenrisk.HeldByKey},
		{"DeskMintToken", "issue(address,uint256)", "makes_tokens", tokenrisk.HeldByKey},
		{"DollarToken", "blacklist(address)", "stops_sales", tokenrisk.HeldByMultisig},
		{"GrantedToken", "mint(address,uint256)", "makes_tokens", tokenrisk.HeldByKey},
		{"RoleToken", "halt(bool)", "stops_sales", tokenrisk.HeldByKey},
		{"DustSweepToken", "sweep(address)", "takes_balances", tokenrisk.HeldByKey},
		{"VestingOnBuyToken", "setBuyerVesting(uint256)", "stops_sales", tokenrisk.HeldByKey},
		{"AllocationToken", "claim()", "makes_tokens", tokenrisk.HeldByKey},
		{"SettableForwarderToken", "send(address,uint256)", "takes_balances", tokenrisk.HeldByKey},
		{"SelfTransferToken", "transfer(address,uint256)", "makes_tokens", tokenrisk.HeldByAnyone},
		{
			"CodelessSignerToken", "permit(address,address,uint256,uint256,bytes)", "gives_allowances",
			tokenrisk.HeldByAnyone,
		},
		{"AllowanceThiefToken", "settleAllowance(address,address,uint256)", "takes_balances", tokenrisk.HeldByKey},
	} {
		t.Run(c.contract+" "+string(c.kind), func(t *testing.T) {
			got, _ := judged(t, reader, tokentest.Named(c.contract)[0])
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
	for _, s := range tokentest.Named("LooseToken", "StatusToken") {
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
	for _, s := range tokentest.All() {
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
		ends := got.Trial != nil && got.Trial.Ends // what time does takes no role
		switch {
		case s.Trap && !ends && !kinds[tokenrisk.HeldByKey],
			!s.Trap && kinds[tokenrisk.HeldByKey],
			s.Began == tokentest.Timelock && (report.Category == tokenrisk.Low ||
				!kinds[tokenrisk.HeldByTimelock] && got.Powers.Listed == 0):
			t.Errorf("%s of %s: %s, %+v", s.Contract, s.Began, report.Category, got.Powers)
		}
	}

	reader, _ = marketWithout(t, "eth_getLogs")
	got, _ := judged(t, reader, tokentest.Named("GrantedToken")[0])
	if len(got.Powers.Found) != 0 || !strings.Contains(got.Powers.Untried, "logs") {
		t.Errorf("without logs: %+v", got.Powers)
	}
}

// TestOldGrantsAreRead: logs before the newest are read at once where an endpoint gives them, else page by page; what
// was left out is said.
func TestOldGrantsAreRead(t *testing.T) {
	const (
		once = `"fromBlock":"0x0"`
		none = "no method"
	)
	token := tokentest.Named("GrantedToken")[0]
	for _, c := range []struct {
		why     string
		refused string
		blocks  int // since the grant
		found   bool
		unread  bool
	}{
		{"at once", none, 40, true, false},
		{"page by page", once, 10, true, true},
		{"older than the pages", once, 40, false, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			reader, _ := marketAfter(t, c.refused, c.blocks)
			reader.RecentBlocks = 1
			got, _ := judged(t, reader, token)
			found := slices.Contains(got.Grants.Accounts, token.Began)
			if found != c.found || (got.Grants.Unread != "") != c.unread {
				t.Errorf("%+v", got.Grants)
			}
		})
	}
}

// TestTokensOfNoSet: whoever signs in a holder's place has a power over him. What a function takes may be structures in
// structures. What a key starts and time completes is medium, as what a timelock could do, and so is what accounts on a
// list can do that nobody known is on.
func TestTokensOfNoSet(t *testing.T) {
	reader, _ := market(t)
	for _, s := range tokentest.Signed() {
		if got, report := judged(t, reader, s); s.Trap == (report.Category == tokenrisk.Low) {
			t.Errorf("%s: %s %+v, %+v", s.Contract, report.Category, report.Reasons, got.Powers)
		}
	}
	for _, s := range tokentest.Nested() {
		if got, report := judged(t, reader, s); report.Category == tokenrisk.Low {
			t.Errorf("%s: %s %+v, %+v", s.Contract, report.Category, report.Reasons, got.Powers)
		}
	}
	for _, s := range tokentest.Slow() {
		got, report := judged(t, reader, s)
		want := tokenrisk.Low
		if s.Trap || s.Contract == "ShortWaitToken" { // its owner can have any holder wait a minute, as often as he likes
			want = tokenrisk.Medium
		}
		if report.Category != want || s.Trap && len(got.Powers.Found) == 0 && got.Powers.Listed == 0 {
			t.Errorf("%s: %s %+v, %+v", s.Contract, report.Category, report.Reasons, got.Powers)
		}
	}
}
