package txguard

import (
	"io/fs"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scamsniffer"
)

// blocklistFloor is the number of addresses below which the list is not believed: it had 2,530 in August 2026.
const blocklistFloor = 1000

// blocklistHolds is how long the list may go unconfirmed and still clear an address, as lists of domains may.
const blocklistHolds = 7 * 24 * time.Hour

// addressSet is a list of addresses that steal.
type addressSet = map[common.Address]bool

// newBlocklist declares ScamSniffer's list with the pool, which downloads it once a day.
func newBlocklist(pool *upstream.Pool) *upstream.Dataset[addressSet] {
	return upstream.NewDataset(pool, upstream.DatasetSpec[addressSet]{
		Name:   "scamsniffer-addresses",
		Client: scamsniffer.New(pool),
		Every:  24 * time.Hour,
		Files:  []upstream.File{{Name: "address.json", Request: scamsniffer.Addresses}},
		Parse: func(dir fs.FS) (addressSet, error) {
			return upstream.ReadFile(dir, "address.json", scamsniffer.Read)
		},
		Count:      func(list addressSet) int { return len(list) },
		MinRecords: blocklistFloor,
		Stated:     func(list addressSet, _ fs.FS) time.Time { return scamsniffer.Changed(list) },
	})
}
