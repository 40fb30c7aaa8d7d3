package solanarpc

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestVotesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://api.mainnet-beta.solana.com/",
			Body:   `{"jsonrpc":"2.0","id":1,"result":{"current":[{"votePubkey":"V","nodePubkey":"N","activatedStake":5,"commission":7,"lastVote":9,"epochCredits":[[1,20,10]]}],"delinquent":[]}}`,
		},
		Required: []string{
			"result", "result.current", "result.delinquent", "result.current[].votePubkey",
			"result.current[].nodePubkey", "result.current[].activatedStake",
			"result.current[].commission", "result.current[].lastVote", "result.current[].epochCredits",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Votes(ctx)
			return err
		},
	}.Hold(t)
}

func TestEpochsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://api.mainnet-beta.solana.com/",
			Body:   `{"jsonrpc":"2.0","id":1,"result":{"epoch":800,"absoluteSlot":345600005,"slotIndex":5,"slotsInEpoch":432000}}`,
		},
		Required: []string{
			"result", "result.epoch", "result.slotIndex", "result.slotsInEpoch",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Epoch(ctx)
			return err
		},
	}.Hold(t)
}

func TestNodesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://api.mainnet-beta.solana.com/",
			Body:   `{"jsonrpc":"2.0","id":1,"result":[{"pubkey":"N","version":null}]}`,
		},
		Required: []string{
			"result", "result[].pubkey", "result[].version",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Nodes(ctx)
			return err
		},
	}.Hold(t)
}

func TestProductionIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://api.mainnet-beta.solana.com/",
			Body:   `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":9},"value":{"byIdentity":{"N":[4,3]},"range":{"lastSlot":8}}}}`,
		},
		Required: []string{
			"result.context", "result.context.slot", "result.value", "result.value.byIdentity",
			"result.value.range", "result.value.range.lastSlot",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Production(ctx)
			return err
		},
	}.Hold(t)
}

func TestSamplesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://api.mainnet-beta.solana.com/",
			Body:   `{"jsonrpc":"2.0","id":1,"result":[{"numSlots":150,"samplePeriodSecs":60}]}`,
		},
		Required: []string{
			"result", "result[].numSlots", "result[].samplePeriodSecs",
		},
		Limited: upstream.NotCovered, // some endpoints limit this method to none
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).SlotTime(ctx)
			return err
		},
	}.Hold(t)
}

func TestMethodsThatAnEndpointDoesNotServe(t *testing.T) {
	for _, c := range []struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{upstreamtest.Answer{Status: 403, Body: `{}`}, upstream.NotCovered},
		{upstreamtest.Answer{Body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`}, upstream.NotCovered},
	} {
		c.answer.Method = "POST"
		c.answer.URL = "https://api.mainnet-beta.solana.com/"
		world := upstreamtest.New(t, c.answer)
		if _, err := New(world.Pool(t, nil)).Alpenglow(t.Context()); upstream.KindOf(err) != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestTheRowOfTheMigrationIsRead: accounts that have not voted since Alpenglow keep it.
func TestTheRowOfTheMigrationIsRead(t *testing.T) {
	votes, err := Read([]byte(`{"result":{"current":[{"votePubkey":"V","nodePubkey":"N","activatedStake":5,"commission":7,
"lastVote":9,"epochCredits":[[1099,52000000020,20]]}],"delinquent":[{"votePubkey":"W","nodePubkey":"M",
"activatedStake":5,"commission":7,"lastVote":3,"epochCredits":[[1064,30,20],
[18446744073709551615,18446744073709551615,18446744073709551615],[1064,4000000030,30]]}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if credits, known := votes.Current[0].CreditsOf(1099); !known || credits != 52_000_000_000 {
		t.Errorf("%d %v", credits, known)
	}
	if credits, known := votes.Delinquent[0].CreditsOf(1064); !known || credits != 4_000_000_000 {
		t.Errorf("since Alpenglow %d %v", credits, known)
	}
}
