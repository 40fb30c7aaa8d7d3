package validator

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/marinade"
	"github.com/farebox/farebox/internal/upstream/solanarpc"
)

// What is kept: more epochs than are looked at, and no more points of an account or accounts than a flood could make.
const (
	keptEpochs   = 20
	keptPoints   = 60
	keptAccounts = 20_000
)

// point is a commission in per cent, seen in an epoch. Points of an account are in the order in which they were seen.
type point struct {
	Epoch int64   `json:"e"`
	Pct   float64 `json:"c"`
}

// history is what the commissions of all vote accounts were: a node tells only what they are. A snapshot is taken
// once a day, epochs take longer, so that none is left out; what requests see goes in as well. A snapshot taken
// twice changes nothing.
type history struct {
	path string // "" keeps it in memory

	mu   sync.Mutex
	held record
}

// record is the form in which it is on disk.
type record struct {
	Epoch  int64              `json:"epoch"`
	Points map[string][]point `json:"points"`
}

// newHistory reads what is on disk. An unreadable file is replaced by a new one: nothing is reported about epochs that
// are not in it.
func newHistory(dataDir string) *history {
	h := &history{held: record{Points: map[string][]point{}}}
	if dataDir == "" {
		return h
	}
	h.path = filepath.Join(dataDir, "validator", "commissions.json")
	raw, err := os.ReadFile(h.path)
	if err != nil {
		return h
	}
	var held record
	if json.Unmarshal(raw, &held) == nil && held.Points != nil {
		h.held = held
	}
	return h
}

// keep lets the pool take the daily snapshot.
func (h *history) keep(pool *upstream.Pool) {
	upstream.NewDataset(pool, upstream.DatasetSpec[int]{
		Name:   "solana_commissions",
		Client: pool.Client(solanarpc.Provider),
		Files:  []upstream.File{{Name: "votes.json", Request: solanarpc.VotesOf}},
		Every:  24 * time.Hour,
		Parse: func(dir fs.FS) (int, error) {
			raw, err := fs.ReadFile(dir, "votes.json")
			if err != nil {
				return 0, err
			}

			votes, err := solanarpc.Read(raw)
			if err != nil {
				return 0, err
			}

			seen := newCluster(votes)
			h.add(seen)
			return len(seen.members), h.save()
		},
		Count:     func(accounts int) int { return accounts },
		MaxShrink: 1, // a node reports all accounts or none
	})
}

// add puts in what the commissions are now. An older answer than the newest is left out: it would put points out of
// order.
func (h *history) add(now *cluster) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now.epoch < h.held.Epoch || now.epoch == 0 || len(now.members) > keptAccounts {
		return
	}

	if now.epoch > h.held.Epoch {
		h.forget(now)
	}
	h.held.Epoch = now.epoch
	for i := range now.members {
		vote := now.members[i].Vote.Vote
		seen := point{now.epoch, now.members[i].CommissionPct()}
		points := h.held.Points[vote]
		if n := len(points); n > 0 && points[n-1] == seen {
			continue
		}
		points = append(points, seen)
		h.held.Points[vote] = points[max(0, len(points)-keptPoints):]
	}
}

// forget leaves out old epochs, and accounts that have nothing newer.
func (h *history) forget(now *cluster) {
	for vote, points := range h.held.Points {
		points = slices.DeleteFunc(points, func(p point) bool { return p.Epoch < now.epoch-keptEpochs })
		if len(points) == 0 {
			delete(h.held.Points, vote)
			continue
		}
		h.held.Points[vote] = points
	}
}

// save writes the record, whole or not at all.
func (h *history) save() (err error) {
	if h.path == "" {
		return nil
	}
	h.mu.Lock()
	raw, err := json.Marshal(h.held)
	h.mu.Unlock()
	if err != nil {
		return err
	}

	dir := filepath.Dir(h.path)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, "commissions-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone already when it was renamed
	_, err = tmp.Write(raw)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), h.path)
}

// of are the points of an account.
func (h *history) of(vote string) []point {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.held.Points[vote])
}

// commissions is what a commission was over the last epochs.
type commissions struct {
	from     int64 // the first epoch that is known
	known    int   // how many epochs of the window are, without the present one
	low      float64
	high     float64
	rise     float64 // the largest, in percentage points
	rise50   bool    // whether one of at least riseCounts points ended at half or more
	ownOnes  bool    // whether own snapshots tell something of it
	marinade bool
}

// past puts own points and Marinade's together, over the last epochs up to now. Where an epoch has own points they
// alone count: two lists of one epoch have no common order.
func past(own []point, theirs *marinade.Validator, epoch int64, now float64) commissions {
	var all []point
	mine := map[int64]bool{}
	c := commissions{
		from: epoch,
		low:  now,
		high: now,
	}
	for _, p := range own {
		if p.Epoch >= epoch-windowEpochs && p.Epoch <= epoch {
			all = append(all, p)
			mine[p.Epoch] = true
			c.ownOnes = c.ownOnes || p.Epoch < epoch
		}
	}
	if theirs != nil {
		for _, row := range theirs.Epochs {
			if row.Epoch < epoch-windowEpochs || row.Epoch > epoch || mine[row.Epoch] {
				continue
			}
			// The most that was seen comes first: it may have been before a cut, and must not look like a rise after
			// one.
			for _, pct := range []*float64{row.MaxSeen, row.Advertised} {
				if pct != nil {
					all = append(all, point{row.Epoch, *pct})
					c.marinade = true
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b point) int { return int(a.Epoch - b.Epoch) })
	all = append(all, point{epoch, now})

	lowest := all[0].Pct
	last := epoch
	for _, p := range all {
		if p.Epoch != last && p.Epoch < epoch {
			c.known++
		}
		last = p.Epoch
		c.from = min(c.from, p.Epoch)
		c.low = min(c.low, p.Pct)
		c.high = max(c.high, p.Pct)
		rise := p.Pct - lowest
		c.rise = max(c.rise, rise)
		c.rise50 = c.rise50 || rise >= riseCounts && p.Pct >= halfPct
		lowest = min(lowest, p.Pct)
	}
	return c
}
