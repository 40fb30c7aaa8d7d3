// Package validatortest has what the sources say to the examples of the spec's validator routes: real keys, and
// figures that could be theirs.
package validatortest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	RPC      = "https://api.mainnet-beta.solana.com/"
	Stakewiz = "https://api.stakewiz.com"
	SFDP     = "https://api.solana.org/api/community/v1"
	Marinade = "https://validators-api.marinade.finance/validators"
)

// The validator of the examples, and another one, which is larger.
const (
	Vote     = "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh"
	Identity = "BFMufPp4wW276nFzB7FVHgtY8FTahzn53kxxJaNpPGu6"
	Large    = "beefKGBWeSpHzYBHZXwp5So7wdQGX6mu4ZHCsH3uTar"
	LargeID  = "XkCriyrNwS3G4rzAXtG5B1nnvb5Ka1JtCku93VqeKAr"
)

// Epoch and Slot are where the chain is.
const (
	Epoch = 1078
	Slot  = 465_896_000
)

// Account is a row of getVoteAccounts.
type Account struct {
	Vote       string      `json:"votePubkey"`
	Identity   string      `json:"nodePubkey"`
	Stake      uint64      `json:"activatedStake"`
	Commission int         `json:"commission"`
	Bps        *int        `json:"inflationRewardsCommissionBps,omitempty"`
	LastVote   int         `json:"lastVote"`
	Credits    [][3]uint64 `json:"epochCredits"`
}

// Voting is an account that has voted for a number of epochs, and earned these lamports in each.
func Voting(vote, identity string, sol uint64, commission int, epochs, credits uint64) Account {
	a := Account{
		Vote:       vote,
		Identity:   identity,
		Stake:      sol * 1e9,
		Commission: commission,
		LastVote:   Slot - 2,
	}
	for i := range epochs {
		a.Credits = append(a.Credits, [3]uint64{Epoch - epochs + 1 + i, (i + 1) * credits, i * credits})
	}
	return a
}

// Others are the accounts beside those that a test is about.
func Others() []Account {
	return []Account{
		Voting(Large, LargeID, 15_488_392, 8, 5, 969_583_134_338),
		Voting("DcbnYSBPSscNZNUk39mj5xtjCUdXM6QA6oRa4KrnTdaC", "ECAq48skWmYJobngNd8ZDUQxB8y9KCaRAAzsfp3y2hjK",
			9_981_872, 10, 5, 596_380_138_102),
		Voting("6AqFc9V6PqyXJReuP12ATGggaVpG1Ppg4LFNvnqQYz8B", "dpuDVLGSXT28Z3RGS28QBD5LUmcWARQVu36vXCEhhBg",
			8_065_136, 5, 5, 189_428_331_082),
		Voting("3ZT31jkAGhUaw8jsy4bTknwBMP8i4Eueh52By4zXcsVw", "B97CCUW3AEZFGy6uUg6zUdnNYvnVq5VG8PUtb2HayTDD",
			7_914_000, 0, 5, 185_838_139_103),
	}
}

// Example is the account of the examples.
func Example() Account { return Voting(Vote, Identity, 454_083, 5, 5, 28_067_674_680) }

// Votes is an answer to getVoteAccounts.
func Votes(current, delinquent []Account) upstreamtest.Answer {
	if delinquent == nil {
		delinquent = []Account{}
	}
	return Call("getVoteAccounts", map[string]any{"current": current, "delinquent": delinquent})
}

// Call is the answer to a method.
func Call(method string, result any) upstreamtest.Answer {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      1,
		"result":  result,
	})
	if err != nil {
		panic(err)
	}
	return Raw(method, string(body))
}

// Raw is the answer to a method, as it is.
func Raw(method, body string) upstreamtest.Answer {
	return upstreamtest.Answer{
		Method:  http.MethodPost,
		URL:     RPC,
		BodyHas: `"` + method + `"`,
		Body:    body,
	}
}

// Answers are what the sources say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return append([]upstreamtest.Answer{Votes(append(Others(), Example()), nil)}, Beside()...)
}

// Beside are all answers but the votes.
func Beside() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		Call("getEpochInfo", map[string]int{
			"epoch": Epoch, "absoluteSlot": Slot, "slotIndex": 200_000, "slotsInEpoch": 432_000,
			"blockHeight": 440_000_000,
		}),
		Call("getClusterNodes", nodes()),
		Call("getBlockProduction", map[string]any{
			"context": map[string]int{"slot": Slot},
			"value": map[string]any{
				"byIdentity": map[string][]int{
					LargeID:  {8000, 7960},
					Identity: {232, 230},
					"ECAq48skWmYJobngNd8ZDUQxB8y9KCaRAAzsfp3y2hjK": {4800, 4760},
				},
				"range": map[string]int{"firstSlot": Slot - 200_000, "lastSlot": Slot},
			},
		}),
		Call("getAgGenesisCert", nil),
		Call("getRecentPerformanceSamples", []map[string]int{
			{"slot": Slot, "numSlots": 240, "samplePeriodSecs": 60},
			{"slot": Slot - 240, "numSlots": 240, "samplePeriodSecs": 60},
		}),
		{URL: Stakewiz + "/validator/" + Vote, Body: wiz},
		{URL: Stakewiz + "/validators", Body: "[" + wiz + "," + strings.NewReplacer(Vote, Large, Identity, LargeID,
			"SolanaHub", "Large Stakes").Replace(wiz) + "]"},
		{URL: SFDP + "/sfdp_participants", Body: `[
{"mainnetBetaPubkey":"` + Identity + `","testnetPubkey":"x","state":"Approved","name":"SolanaHub"}]`},
		{URL: SFDP + "/sfdp_required_versions", Body: `{"data":[
{"cluster":"mainnet-beta","epoch":1078,"agave_min_version":"4.2.1","firedancer_min_version":"0.903.40201"},
{"cluster":"mainnet-beta","epoch":1079,"agave_min_version":"4.3.0","firedancer_min_version":"0.904.40300"}]}`},
		{URL: Marinade + "?query=" + Vote, Body: `{"validators":[{"identity":"` + Identity +
			`","vote_account":"` + Vote + `",
"info_name":"SolanaHub","dc_asn":397423,"dc_country_iso":"US","dc_city":"Ashburn","dcc_asn":0.0046,
"dcc_full_city":0.0253,"epoch_stats":[` + epochs + `]}]}`},
	}
}

const epochs = `{"epoch":1078,"commission_advertised":5,"commission_max_observed":5},
{"epoch":1077,"commission_advertised":5,"commission_max_observed":5},
{"epoch":1076,"commission_advertised":5,"commission_max_observed":5},
{"epoch":1073,"commission_advertised":5,"commission_max_observed":5},
{"epoch":1072,"commission_advertised":5,"commission_max_observed":5},
{"epoch":1069,"commission_advertised":5,"commission_max_observed":null}`

func nodes() []map[string]any {
	list := []map[string]any{{"pubkey": "unstaked", "version": nil, "gossip": nil}}
	for _, a := range append(Others(), Example()) {
		list = append(list, map[string]any{
			"pubkey":  a.Identity,
			"version": "4.2.3",
			"gossip":  "192.0.2.1:8001",
		})
	}
	return list
}

const wiz = `{"rank":57,"identity":"BFMufPp4wW276nFzB7FVHgtY8FTahzn53kxxJaNpPGu6",
"vote_identity":"7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh","name":"SolanaHub","keybase":"",
"website":"https://www.solanahub.app","activated_stake":454083.9,"commission":5,"version":"4.2.3","delinquent":false,
"skip_rate":0.8,"first_epoch_with_stake":111,"ip_city":"Ashburn","ip_country":"United States","asn":"AS397423",
"asn_concentration":0.46,"city_concentration":2.53,"is_jito":true,"jito_commission_bps":600,"version_valid":true,
"wiz_score":72.83,"epoch":1078,"apy_estimate":6.74}`
