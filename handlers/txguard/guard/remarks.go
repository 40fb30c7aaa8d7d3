package guard

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// departures are the findings of data that wallets sign although the standard has them otherwise. Members that nobody
// declares weigh nothing: honest programs pass them on as well (Hyperliquid's and OpenSea's SDKs do).
var departures = []struct {
	kind    eip712.Departure
	code    string
	meaning string
}{
	{eip712.Undeclared, undeclaredMember, "no type declares %s: wallets leave that out, and the signature does not " +
		"cover it, whatever it says"},
	{eip712.Unreadable, unreadableAddress, "%s is no address: one wallet makes an address out of it, another looks it " +
		"up as a name"},
	{eip712.Loose, looseValue, "%s is missing, or written in another form than its type's: it was read as the wallets " +
		"read it that accept it"},
}

// maxShownPaths bounds how many places one finding names.
const maxShownPaths = 5

// remarks turns departures into findings, one of each kind.
func (m *message) remarks() {
	for _, d := range departures {
		var paths []string
		for _, r := range m.Remarks {
			if r.Kind == d.kind {
				paths = append(paths, r.Path)
			}
		}
		if len(paths) == 0 {
			continue
		}
		shown := strings.Join(paths[:min(len(paths), maxShownPaths)], ", ")
		if len(paths) > maxShownPaths {
			shown += fmt.Sprintf(" and %d more", len(paths)-maxShownPaths)
		}
		m.hit(d.code, d.meaning, shown)
	}
}
