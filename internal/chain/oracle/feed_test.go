package oracle_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/samples"
)

var (
	noon  = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	ether = oracle.Feed{Network: "base", Base: "ETH", Quote: "USD", Heartbeat: 20 * time.Minute}
)

// round is latestRoundData's answer.
func round(id, answer *big.Int, started, updated int64) evm.Result {
	var data []byte
	for _, n := range []*big.Int{id, answer, big.NewInt(started), big.NewInt(updated), id} {
		data = append(data, math.U256Bytes(new(big.Int).Set(n))...)
	}
	return evm.Result{OK: true, Data: data}
}

func number(n int64) evm.Result {
	return evm.Result{OK: true, Data: common.BigToHash(big.NewInt(n)).Bytes()}
}

func text(s string) evm.Result {
	data := append(common.BigToHash(big.NewInt(32)).Bytes(), common.BigToHash(big.NewInt(int64(len(s)))).Bytes()...)
	return evm.Result{OK: true, Data: append(data, common.RightPadBytes([]byte(s), 64)...)}
}

func TestStaleIsATenthAndAMinuteOverTheHeartbeat(t *testing.T) {
	for age, stale := range map[time.Duration]bool{0: false, 20 * time.Minute: false, 23 * time.Minute: false, 23*time.Minute + time.Second: true, 24 * time.Hour: true} {
		a := ether.Decode([]evm.Result{round(big.NewInt(1), big.NewInt(350_000_000_000), 1, noon.Add(-age).Unix()), number(8), text("ETH / USD")}, noon)
		if a.Err != nil || a.Stale != stale || a.Age != age || !a.Price.Equal(decimal.NewFromInt(3500)) || a.Decimals != 8 {
			t.Errorf("%s: %+v", age, a)
		}
	}
	// A clock behind the chain's must not give a negative age.
	a := ether.Decode([]evm.Result{round(big.NewInt(1), big.NewInt(2000e8), 1, noon.Add(time.Minute).Unix()), number(8), text("ETH / USD")}, noon)
	if a.Err != nil || a.Age != 0 || a.Stale {
		t.Errorf("%+v", a)
	}
}

func TestAnswersThatAreNoPrices(t *testing.T) {
	good := []evm.Result{round(big.NewInt(1), big.NewInt(2000e8), 1, noon.Unix()), number(8), text("ETH / USD")}
	for _, c := range []struct {
		why  string
		at   int
		with evm.Result
		want error
	}{
		{"reverted", 0, evm.Result{}, oracle.ErrReverted},
		{"nothing there", 0, evm.Result{OK: true}, oracle.ErrReverted},
		{"cut off", 0, evm.Result{OK: true, Data: make([]byte, 150)}, oracle.ErrReverted},
		{"zero", 0, round(big.NewInt(1), big.NewInt(0), 1, noon.Unix()), oracle.ErrAnswer},
		{"the least", 0, round(big.NewInt(1), big.NewInt(1), 1, noon.Unix()), oracle.ErrAnswer},
		{"below zero", 0, round(big.NewInt(1), big.NewInt(-1), 1, noon.Unix()), oracle.ErrAnswer},
		{"no time", 0, round(big.NewInt(1), big.NewInt(2000e8), 1, 0), oracle.ErrTime},
		{"in the future", 0, round(big.NewInt(1), big.NewInt(2000e8), 1, noon.Add(6*time.Minute).Unix()), oracle.ErrTime},
		{"no decimals", 1, evm.Result{}, oracle.ErrDecimals},
		{"too many decimals", 1, number(37), oracle.ErrDecimals},
		{"no description", 2, evm.Result{}, oracle.ErrDescription},
		{"of another pair", 2, text("BTC / USD"), oracle.ErrDescription},
		{"in another currency", 2, text("ETH / USDC"), oracle.ErrDescription},
		{"upside down", 2, text("USD / ETH"), oracle.ErrDescription},
	} {
		t.Run(c.why, func(t *testing.T) {
			results := append([]evm.Result{}, good...)
			results[c.at] = c.with
			if a := ether.Decode(results, noon); !errors.Is(a.Err, c.want) || !a.Price.IsZero() {
				t.Errorf("%s: %+v", c.why, a)
			}
		})
	}
	for _, same := range []string{"ETH / USD", "eth/usd", "ETH/USD", "ETH / USD SVR", "ETH / USD-SVR"} {
		if a := ether.Decode([]evm.Result{good[0], good[1], text(same)}, noon); a.Err != nil {
			t.Errorf("%s: %v", same, a.Err)
		}
	}
}

// TestNoAnswerOfAFeedBreaksTheReader feeds it bytes.
func TestNoAnswerOfAFeedBreaksTheReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := rapid.Custom(func(t *rapid.T) evm.Result {
			return evm.Result{OK: rapid.Bool().Draw(t, "ok"), Data: rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "data")}
		})
		results := rapid.SliceOfN(result, 3, 3).Draw(t, "results")
		if a := ether.Decode(results, noon); a.Err == nil && !a.Price.IsPositive() {
			t.Fatalf("%+v", a)
		}
		oracle.DecodeUptime(results[0], noon)
		oracle.DecodeRounds(results, 8, noon)
	})
}

func TestProductIsAsOldAsItsOldestFeed(t *testing.T) {
	ratio := oracle.Answer{Price: decimal.RequireFromString("1.25"), Decimals: 18, UpdatedAt: noon.Add(-4 * time.Hour), Newest: noon.Add(-4 * time.Hour), Age: 4 * time.Hour}
	usd := oracle.Answer{Price: decimal.RequireFromString("3500.5"), Decimals: 8, UpdatedAt: noon.Add(-time.Minute), Newest: noon.Add(-time.Minute), Age: time.Minute, Stale: true}
	for _, p := range []oracle.Answer{oracle.Product(ratio, usd), oracle.Product(usd, ratio)} {
		if p.Price.String() != "4375.625" || p.Age != 4*time.Hour || !p.UpdatedAt.Equal(ratio.UpdatedAt) || !p.Newest.Equal(usd.Newest) || !p.Stale {
			t.Errorf("%+v", p)
		}
	}
	if p := oracle.Product(ratio, oracle.Answer{Err: oracle.ErrAnswer}); !errors.Is(p.Err, oracle.ErrAnswer) || !p.Price.IsZero() {
		t.Errorf("%+v", p)
	}
}

func TestUptime(t *testing.T) {
	ago := func(d time.Duration) int64 { return noon.Add(-d).Unix() }
	for _, c := range []struct {
		r    evm.Result
		want oracle.Uptime
	}{
		{round(big.NewInt(1), big.NewInt(0), ago(time.Hour), 0), oracle.Up},
		{round(big.NewInt(1), big.NewInt(0), ago(time.Hour-time.Second), 0), oracle.Grace},
		{round(big.NewInt(1), big.NewInt(1), ago(9*time.Hour), 0), oracle.Down},
		{round(big.NewInt(1), big.NewInt(0), 0, 0), oracle.Unknown},
		{round(big.NewInt(1), big.NewInt(-1), ago(9*time.Hour), 0), oracle.Unknown},
		{evm.Result{}, oracle.Unknown},
		{evm.Result{OK: true}, oracle.Unknown},
	} {
		if got := oracle.DecodeUptime(c.r, noon); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestRoundsEndWhereTheAggregatorBegan(t *testing.T) {
	phase := new(big.Int).Lsh(big.NewInt(3), 64)
	at := func(n int64) *big.Int { return new(big.Int).Add(phase, big.NewInt(n)) }
	for own, want := range map[int64]int{0: 0, 1: 0, 2: 1, 50: 49, 121: 120, 130: 120, 131: 121, 1599: 136} {
		ids := oracle.RoundIDs(at(own))
		if len(ids) != want {
			t.Errorf("%d ids before round %d, want %d", len(ids), own, want)
		}
		for i, id := range ids {
			if id.Cmp(at(1)) < 0 || id.Cmp(at(own)) >= 0 || i > 0 && id.Cmp(ids[i-1]) >= 0 {
				t.Fatalf("round %s out of order", id)
			}
		}
	}
}

func TestWindowBeginsWithThePriceInForce(t *testing.T) {
	day := func(hours ...int) (list []oracle.Round) {
		for i, h := range hours {
			list = append(list, oracle.Round{ID: big.NewInt(int64(1000 - i)), Price: decimal.NewFromInt(int64(h + 1)), At: noon.Add(-time.Duration(h) * time.Hour)})
		}
		return list
	}
	for _, c := range []struct {
		hours []int
		want  int
	}{{nil, 0}, {[]int{3}, 1}, {[]int{30}, 1}, {[]int{1, 5, 23, 25, 40}, 4}, {[]int{1, 24, 30}, 2}, {[]int{1, 5}, 2}} {
		got := oracle.Window(day(c.hours...), noon.Add(-24*time.Hour))
		if len(got) != c.want {
			t.Errorf("%v: %d", c.hours, len(got))
		}
		for i := 1; i < len(got); i++ {
			if !got[i].At.After(got[i-1].At) {
				t.Errorf("%v is not in order", c.hours)
			}
		}
	}
	twice := append(day(1, 2), day(1, 2)...)
	if got := oracle.Window(twice, noon.Add(-24*time.Hour)); len(got) != 2 {
		t.Errorf("doubles: %d", len(got))
	}
}

// TestSampleLogAndRoundID reads a recorded answer of Base's ETH feed, if the sample is present.
func TestSampleLogAndRoundID(t *testing.T) {
	raw := samples.Read(t, "chainlink/answer-updated-log-eth-usd-base.json")
	var sample struct {
		Proxy common.Address `json:"address_of_proxy"`
		Log   struct {
			Topics []common.Hash `json:"topics"`
			Data   string        `json:"data"`
		} `json:"log"`
		Latest string `json:"latest_round_id"`
	}
	if err := json.Unmarshal(raw, &sample); err != nil {
		t.Fatal(err)
	}
	a, _ := oracle.Find("ETH")
	i := slices.IndexFunc(a.Feeds, func(c oracle.Candidate) bool { return c[0].Proxy == sample.Proxy })
	if i < 0 {
		t.Fatalf("the sample is of %s", sample.Proxy)
	}
	latest, _ := new(big.Int).SetString(sample.Latest, 10)
	updated := new(big.Int).SetBytes(common.FromHex(sample.Log.Data)).Int64()
	now := time.Unix(updated, 0).Add(time.Minute)
	got := a.Feeds[i][0].Decode([]evm.Result{round(latest, sample.Log.Topics[1].Big(), updated, updated), number(8), text("ETH / USD")}, now)
	if got.Price.String() != "2448.09306508" || got.Age != time.Minute || got.Round.Cmp(latest) != 0 {
		t.Errorf("%+v", got)
	}
	if own := new(big.Int).And(latest, sample.Log.Topics[2].Big()); own.Cmp(sample.Log.Topics[2].Big()) != 0 || len(oracle.RoundIDs(latest)) != 136 {
		t.Errorf("round %s of the aggregator", own)
	}
}
