package known

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// place is an address as written, on one network.
type place struct {
	network string
	address string
	name    string
}

// written lists both tables as written. Contracts marked everywhere are on every network of the tokens.
func written() []place {
	var all []place
	for _, g := range groups() {
		for _, r := range g.rows {
			networks := strings.Split(r.networks, ",")
			if r.networks == "" {
				networks = nil
				for network := range tokens() {
					networks = append(networks, network)
				}
			}
			for _, network := range networks {
				all = append(all, place{network, r.address, r.name})
			}
		}
	}
	for _, r := range tokenTable {
		all = append(all, place{r.network, r.address, r.symbol})
	}
	return all
}

func TestAddressesCarryTheirChecksum(t *testing.T) {
	for _, p := range written() {
		if right := common.HexToAddress(p.address).Hex(); p.address != right {
			t.Errorf("%s: %s, want %s (EIP-55)", p.name, p.address, right)
		}
	}
}

func TestNoAddressIsTwiceOnANetwork(t *testing.T) {
	seen := map[string]string{}
	for _, p := range written() {
		key := p.network + " " + p.address
		if other, twice := seen[key]; twice {
			t.Errorf("%s: %s and %s", key, other, p.name)
		}
		seen[key] = p.name
	}
}

func TestEveryRowSaysWhatItIsAndWhereThatIsFrom(t *testing.T) {
	roles := map[Role]bool{
		RoleRouter: true, RolePool: true, RolePermit2: true, RoleMarketplace: true, RoleMultiSend: true,
		RoleEntryPoint: true, RoleDelegate: true, RoleRegistry: true, RoleMulticall: true,
		RoleCollection: true, RolePayout: true,
	}
	for _, c := range Contracts() {
		if c.Name == "" || c.Source == "" || !roles[c.Role] {
			t.Errorf("%s: name %q, role %q, source %q", c.Address, c.Name, c.Role, c.Source)
		}
		if !c.Explained && !c.Trusted {
			t.Errorf("%s: no reader uses the row", c.Name)
		}
	}
}

func TestSymbolsNameOneTokenOfANetwork(t *testing.T) {
	for network, list := range tokens() {
		coins := 0
		for _, want := range list {
			if got, ok := TokenOn(network, strings.ToLower(want.Symbol)); !ok || got != want {
				t.Errorf("%s on %s is there twice", want.Symbol, network)
			}
			if want.Native {
				coins++
			}
		}
		if coins != 1 {
			t.Errorf("%s has %d forms of its own coin", network, coins)
		}
	}
}

func TestBuyersSignForTheDomainOfTheNetworksOwnUSDC(t *testing.T) {
	for _, tt := range []struct {
		network string
		address common.Address
		domain  Domain
	}{
		{"base", BaseUSDC, Domain{"USD Coin", "2"}},
		{"base-sepolia", BaseSepoliaUSDC, Domain{"USDC", "2"}},
	} {
		t.Run(tt.network, func(t *testing.T) {
			got, ok := TokenOn(tt.network, "USDC")
			if !ok || got.Address != tt.address || got.Domain != tt.domain || got.Decimals != 6 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestEachAddressStandsOnlyHere reads the program's sources. Tests and their helpers may contain addresses: they
// state expectations.
func TestEachAddressStandsOnlyHere(t *testing.T) {
	const root = "../../.."
	addresses := map[string]string{}
	for _, p := range written() {
		addresses[strings.ToLower(p.address[2:])] = p.name
	}

	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			ours := path == filepath.Join(root, "internal", "chain", "known")
			otherModule := path == filepath.Join(root, "sdk", "go")         // cannot import what is internal here
			adapters := path == filepath.Join(root, "internal", "upstream") // nor they: their probes ask about fixed ones
			generated := d.Name() == "gen" || d.Name() == "node_modules"
			if ours || otherModule || adapters || generated || strings.HasSuffix(d.Name(), "test") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}

		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, word := range addressesIn(strings.ToLower(string(source))) {
			if name, ok := addresses[word]; ok {
				t.Errorf("%s writes the address of %s out", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// addressesIn are the 40 digits after each quoted 0x, in lower case.
func addressesIn(source string) []string {
	const digits = 2 * common.AddressLength
	var list []string
	for {
		_, rest, found := strings.Cut(source, `"0x`)
		if !found {
			return list
		}
		if len(rest) > digits && rest[digits] == '"' {
			list = append(list, rest[:digits])
		}
		source = rest
	}
}

func TestEachLineOfTheTableIsRead(t *testing.T) {
	read := 0
	for _, g := range groups() {
		read += 1 + len(g.rows)
	}
	for line := range strings.Lines(contractsText) {
		if line[0] != '#' {
			read--
		}
	}
	if read != 0 {
		t.Errorf("%d lines have neither two cells nor four", -read)
	}

	for _, a := range []common.Address{Permit2, Multicall3, X402Exact, BasenamesRegistry} {
		if a == (common.Address{}) {
			t.Error("an address that the code needs is not in the table")
		}
	}
}
