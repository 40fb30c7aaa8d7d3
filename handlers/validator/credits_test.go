package validator

import (
	"strings"
	"testing"

	vt "github.com/farebox/farebox/handlers/validator/validatortest"
	"github.com/farebox/farebox/internal/upstream/solanarpc"
)

// TestCreditsAreOfStakeAndBlocks: since Alpenglow credits are lamports, of which a small validator earns few and one
// that leads often many.
func TestCreditsAreOfStakeAndBlocks(t *testing.T) {
	const perSlot = 76_000_000
	made := map[string][2]int64{vt.LargeID: {8000, 7960}, "ECAq48skWmYJobngNd8ZDUQxB8y9KCaRAAzsfp3y2hjK": {4800, 4760}}
	for _, c := range []struct {
		why     string
		sol     uint64
		blocks  int64
		votes   float64 // of those it could give
		slot    int64   // of the blocks
		ratio   float64 // 0 is none
		verdict string
	}{
		{"small, with its votes and few blocks", 140_000, 4, 1, vt.Slot, 1, "safe"},
		{"small, with its votes and many blocks", 140_000, 400, 1, vt.Slot, 1, "safe"},
		{"without a block", 454_083, 0, 1, vt.Slot, 1, "safe"},
		{"somewhat more than half of its votes", 454_083, 0, 0.6, vt.Slot, 0.6, "caution"},
		{"a third of its votes", 454_083, 0, 0.33, vt.Slot, 0.33, "avoid"},
		{"too small to tell", 20_000, 4, 1, vt.Slot, 0, "caution"},
		{"blocks of another time", 454_083, 0, 1, vt.Slot - 600, 0, "caution"},
	} {
		by := map[string][2]int64{vt.Identity: {c.blocks, c.blocks}}
		for identity, row := range made {
			by[identity] = row
		}

		own := clusterWith(c.sol)
		m := own.byVote(vt.Vote)
		p := own.production(&solanarpc.Production{Slot: c.slot, ByIdentity: by})
		share := float64(m.Stake) / own.total.InexactFloat64() * float64(p.all.made)
		last := &m.Credits[len(m.Credits)-1]
		last[1] = last[2] + uint64(perSlot*(share*c.votes+float64(c.blocks)))
		ratio, why := own.creditsRatio(m, p)
		switch {
		case (ratio == nil) != (c.ratio == 0), ratio == nil && why == "":
			t.Errorf("%s: %v, %q", c.why, ratio, why)
		case ratio != nil && (*ratio < c.ratio-0.02 || *ratio > c.ratio+0.02):
			t.Errorf("%s: %v, want %v", c.why, *ratio, c.ratio)
		}

		f := good()
		f.creditsRatio = ratio
		f.creditsWhy = why
		if got := judge(f).verdict(); string(got) != c.verdict {
			t.Errorf("%s: %s, want %s", c.why, got, c.verdict)
		}
	}
}

// clusterWith is the cluster of the other accounts and one with so many SOL.
func clusterWith(sol uint64) *cluster {
	votes := &solanarpc.Votes{}
	for _, a := range append(vt.Others(), vt.Voting(vt.Vote, vt.Identity, sol, 5, 5, 1)) {
		votes.Current = append(votes.Current, solanarpc.Vote{
			Vote:     a.Vote,
			Identity: a.Identity,
			Stake:    a.Stake,
			LastVote: uint64(a.LastVote),
			Credits:  a.Credits,
		})
	}
	return newCluster(votes)
}

// TestAnAccountOfBeforeAlpenglowIsNotYoung: the row of the migration stands in the place of an epoch.
func TestAnAccountOfBeforeAlpenglowIsNotYoung(t *testing.T) {
	stopped := vt.Voting(vt.Vote, vt.Identity, 454_083, 5, 2, 9)
	stopped.Credits = append([][3]uint64{{1064, 9, 5}, solanarpc.Migrated, {1064, 99, 9}}, stopped.Credits...)
	s, _ := service(t, with(vt.Votes(append(vt.Others(), stopped), nil))...)
	_, got := s.Get("/validator/vet", "vote", vt.Vote)
	if points, detail := reason(t, got, "maturity"); points < 0 && strings.Contains(detail, "credits") {
		t.Errorf("%v: %s", points, detail)
	}
	if got["epoch"] != float64(vt.Epoch) {
		t.Errorf("epoch %v", got["epoch"])
	}
}

// TestFewAreNoMedian: early in an epoch only the largest can be told, who would be compared with himself.
func TestFewAreNoMedian(t *testing.T) {
	own := clusterWith(200_000_000)
	p := own.production(&solanarpc.Production{Slot: vt.Slot, ByIdentity: map[string][2]int64{
		vt.LargeID:  {40, 40},
		vt.Identity: {2, 2},
	}})
	if ratio, why := own.creditsRatio(own.byVote(vt.Large), p); ratio != nil || why != "too few validators can be compared with it" {
		t.Errorf("%v, %q", ratio, why)
	}
}
