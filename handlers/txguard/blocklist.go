package txguard

import (
	"io/fs"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scamsniffer"
)

// BlocklistFloor is the number of addresses below which the list is not believed: it had 2,530 in August 2026.
const BlocklistFloor = 1000

// Blocklist is ScamSniffer's list of addresses that steal, downloaded once a day.
type Blocklist struct {
	data *upstream.Dataset[map[common.Address]bool]
}

// NewBlocklist declares the list with the pool, which loads it. A version with fewer addresses than floor is refused.
func NewBlocklist(pool *upstream.Pool, floor int) *Blocklist {
	return &Blocklist{upstream.NewDataset(pool, upstream.DatasetSpec[map[common.Address]bool]{
		Name: "scamsniffer-addresses", Client: scamsniffer.New(pool), Every: 24 * time.Hour,
		Files: []upstream.File{{Name: "address.json", Request: scamsniffer.Addresses}},
		Parse: func(dir fs.FS) (map[common.Address]bool, error) {
			return upstream.ReadFile(dir, "address.json", scamsniffer.Read)
		},
		Count:      func(m map[common.Address]bool) int { return len(m) },
		MinRecords: floor,
	})}
}

// Dataset is the list itself, to load it in tests and to see its state.
func (b *Blocklist) Dataset() *upstream.Dataset[map[common.Address]bool] { return b.data }
