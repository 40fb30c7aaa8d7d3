package internals

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/explorers/blockscout"
	"github.com/farebox/farebox/internal/chain/explorers/etherscan"
	"github.com/farebox/farebox/internal/chain/explorers/routescan"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	row        = `{"from":"0x00000000000000000000000000000000000000a1","to":"0x00000000000000000000000000000000000000a2","value":"17","contractAddress":"","input":"","type":"call","callType":"call","gas":"1","gasUsed":"0","isError":"0","errCode":""}`
	some       = `{"status":"1","message":"OK","result":[` + row + `]}`
	none       = `{"status":"0","message":"No transactions found","result":[]}`
	notIndexed = `{"message":"Internal transactions for this transaction have not been processed yet","result":[],"status":"2"}`
)

var hash = common.HexToHash("0x11")

func network(t *testing.T, name string) *evm.Network {
	t.Helper()
	for _, n := range evm.Networks() {
		if n.Name == name {
			return &n
		}
	}
	t.Fatal("no network ", name)
	return nil
}

// TestExplorersAreAskedInOrder lists each explorer's answer, and which of them may be asked.
func TestExplorersAreAskedInOrder(t *testing.T) {
	const (
		pro     = "https://api.blockscout.com/8453/api?module=account&action=txlistinternal&apikey=k1"
		route   = "https://api.routescan.io/v2/network/mainnet/evm/8453/etherscan/api?module=account&action=txlistinternal&page=1&offset=100"
		public  = "https://base.blockscout.com/api?module=account&action=txlistinternal"
		scroll  = "https://scroll.blockscout.com/api?module=account&action=txlistinternal"
		scan    = "https://api.etherscan.io/v2/api?chainid=1&module=account&action=txlistinternal&apikey=k2"
		eth     = "https://eth.blockscout.com/api"
		ethR    = "https://api.routescan.io/v2/network/mainnet/evm/1/etherscan/api"
		withPro = "BLOCKSCOUT_API_KEY"
		withEth = "ETHERSCAN_API_KEY"
	)
	at := func(url, body string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Body: body} }
	down := func(url string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Status: 500, Body: "{}"} }
	for _, tt := range []struct {
		why, network string
		env          map[string]string
		answers      []upstreamtest.Answer
		source       Source
		moved        int
		asked        []string // hosts
		status       string   // that the error stands for
	}{
		{
			"the first that answers is enough", "base", nil, []upstreamtest.Answer{at(route, some), at(public, none)},
			Routescan, 1, []string{"api.routescan.io"}, "ok",
		},
		{
			"none is an answer", "base", nil, []upstreamtest.Answer{at(route, none), at(public, some)},
			Routescan, 0, []string{"api.routescan.io"}, "ok",
		},
		{
			"an explorer that is down is passed over", "base", nil,
			[]upstreamtest.Answer{down(route), at(public, some)},
			Blockscout, 1, []string{"api.routescan.io", "base.blockscout.com"}, "ok",
		},
		{
			"not indexed is not an answer", "base", nil, []upstreamtest.Answer{down(route), at(public, notIndexed)},
			NotIndexed, 0, []string{"api.routescan.io", "base.blockscout.com"}, "empty",
		},
		{
			"all down", "base", nil, []upstreamtest.Answer{down(route), down(public)},
			Unavailable, 0, []string{"api.routescan.io", "base.blockscout.com"}, "error",
		},
		{
			"the PRO API first, where there is a key", "base", map[string]string{withPro: "k1"},
			[]upstreamtest.Answer{at(pro, some)}, BlockscoutPro, 1, []string{"api.blockscout.com"}, "ok",
		},
		{
			"with the key, the public instance adds nothing", "base", map[string]string{withPro: "k1"},
			[]upstreamtest.Answer{at(pro, notIndexed), down(route), at(public, some)},
			NotIndexed, 0, []string{"api.blockscout.com", "api.routescan.io"}, "empty",
		},
		{
			"explorers that do not serve the network are not asked", "scroll", nil,
			[]upstreamtest.Answer{at(scroll, none)}, Blockscout, 0, []string{"scroll.blockscout.com"}, "ok",
		},
		{"nobody for this network", "bnb", nil, nil, Unavailable, 0, nil, "empty"},
		{
			"Etherscan last, with its key", "ethereum", map[string]string{withEth: "k2"},
			[]upstreamtest.Answer{down(ethR), down(eth), at(scan, some)},
			Etherscan, 1, []string{"api.routescan.io", "eth.blockscout.com", "api.etherscan.io"}, "ok",
		},
		{
			"as many as Etherscan gives at most may be a part", "ethereum", map[string]string{withEth: "k2"},
			[]upstreamtest.Answer{down(ethR), down(eth), at(scan, listed(1000))},
			Unavailable, 0, []string{"api.routescan.io", "eth.blockscout.com", "api.etherscan.io"}, "error",
		},
	} {
		t.Run(tt.why, func(t *testing.T) {
			world := upstreamtest.New(t, tt.answers...)
			pool := world.Pool(t, tt.env)
			moved, source, why := New(pool).Of(t.Context(), network(t, tt.network), hash)
			if err := pool.Err(); err != nil {
				t.Fatal(err)
			}
			if source != tt.source || len(moved) != tt.moved || source.Found() != (moved != nil) {
				t.Errorf("%d transfers by %s, want %d by %s", len(moved), source, tt.moved, tt.source)
			}
			if got := upstream.StatusOf(why); got != tt.status {
				t.Errorf("status %s, want %s: %v", got, tt.status, why)
			}
			asked := world.Asked()
			if len(asked) != len(tt.asked) {
				t.Fatalf("asked %q, want %q", asked, tt.asked)
			}
			for i, a := range asked {
				if !strings.Contains(a, "//"+tt.asked[i]+"/") || !strings.Contains(a, "txhash="+hash.Hex()) {
					t.Errorf("asked %q, want %s", a, tt.asked[i])
				}
			}
		})
	}
}

// listed is a list of that many rows.
func listed(rows int) string {
	return `{"status":"1","message":"OK","result":[` + strings.Repeat(row+",", rows-1) + row + `]}`
}

// TestManyInternalTransactionsArePaged continues until a page is not full.
func TestManyInternalTransactionsArePaged(t *testing.T) {
	full := listed(100)
	const url = "https://api.routescan.io/v2/network/mainnet/evm/1/etherscan/api?page="
	world := upstreamtest.New(t, upstreamtest.Answer{URL: url + "1", Body: full}, upstreamtest.Answer{URL: url + "2", Body: full}, upstreamtest.Answer{URL: url + "3", Body: some})
	rows, err := routescan.New(world.Pool(t, nil)).Internal(t.Context(), network(t, "ethereum"), hash)
	if err != nil || len(rows) != 201 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	endless := upstreamtest.New(t, upstreamtest.Answer{URL: strings.TrimSuffix(url, "?page="), Body: full})
	if rows, err := routescan.New(endless.Pool(t, nil)).Internal(t.Context(), network(t, "ethereum"), hash); err == nil || len(endless.Asked()) != 4 {
		t.Errorf("%d rows after %d pages, %v", len(rows), len(endless.Asked()), err)
	}
}

// TestDeclarationsAreValid also shows that every network with an instance has its address.
func TestDeclarationsAreValid(t *testing.T) {
	for name, err := range map[string]error{
		"pro": blockscout.Pro().Validate(), "instances": blockscout.Instances().Validate(), "routescan": routescan.Provider.Validate(), "etherscan": etherscan.Provider.Validate(),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, n := range evm.Networks() {
		if p := blockscout.Instances(); n.Blockscout != "" && p.Hosts[n.Name] != "https://"+n.Blockscout && p.BaseURL != "https://"+n.Blockscout {
			t.Errorf("no address for %s", n.Name)
		}
	}
}
