package arrows

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// heavy are packages of others that must not come back into the program: nothing that it does needs them. A node was
// 285 of its 1,513 packages. Those below them are meant too, but for some.
var heavy = []struct {
	folder string
	but    []string
	why    string
}{
	{
		"github.com/ethereum/go-ethereum/eth",
		[]string{"/gasestimator", "/gasprice"},
		"a whole node; payment/devchain makes blocks without one",
	},
	{"github.com/ethereum/go-ethereum/node", nil, "the same"},
	{"github.com/ethereum/go-ethereum/p2p", []string{"/netutil"}, "peers; the client of JSON-RPC needs netutil"},
	{"github.com/ethereum/go-ethereum/internal/ethapi", nil, "JSON-RPC of a node, with its tracers"},
	{"github.com/ethereum/go-ethereum/ethdb/leveldb", nil, "a database of a node"},
	{"github.com/cockroachdb", nil, "Pebble, a database of a node"},
	{"github.com/getsentry", nil, "reports of Pebble's errors"},
	{"github.com/pion", nil, "holes in firewalls for peers"},
	{"github.com/urfave/cli", nil, "command lines of a node"},
	{"github.com/redis/go-redis", nil, "25 s to compile; internal/upstream has a smaller client"},
	{"github.com/biter777/countries", nil, "15 s to compile; internal/place/country has its names in a table"},
	{"gonum.org", nil, "7 s to compile; internal/normal is what was used of it"},
}

func TestTheProgramHasNoHeavyPackageInIt(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", ".")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, module+"/payment/devchain") {
		t.Fatalf("%d packages, and the development chain is not among them", len(packages))
	}

	for _, name := range packages {
		for _, h := range heavy {
			rest, ok := strings.CutPrefix(name, h.folder)
			below := rest == "" || rest[0] == '/'
			if ok && below && !slices.Contains(h.but, rest) {
				t.Errorf("%s is in the program: %s", name, h.why)
			}
		}
	}
}
