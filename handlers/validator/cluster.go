package validator

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/solanarpc"
)

// solDecimals is how many decimals a SOL has in lamports.
const solDecimals = 9

// productionWithin is how many slots apart votes and blocks produced may be told to be of one time.
const productionWithin = 20_000

// leastLeaderSlots is the minimum number of leader slots for a skip rate.
const leastLeaderSlots = 20

// A ratio needs votes and blocks of one epoch, at most paidWithin slots apart, and leastPaid paid slots: a leader makes
// four blocks in a row, which may come between the two answers and then count for a tenth.
const (
	paidWithin   = 500
	leastPaid    = 40
	slotsInEpoch = 432_000 // of the main network; the probe holds it
)

// member is a vote account in its cluster.
type member struct {
	solanarpc.Vote
	delinquent    bool
	rank          int // by stake, 1 is the most
	superminority bool
}

// cluster is what one answer of a node says about all validators: the facts are of one slot, and are not mixed with
// those of another.
type cluster struct {
	members       []member // those with stake, most first
	total         decimal.Decimal
	delinquent    int
	superminority int   // how many hold more than a third together
	epoch         int64 // the newest with credits
	lastVote      uint64
	votesTell     bool // whether credits and last votes say anything: not if most validators have none
}

func newCluster(votes *solanarpc.Votes) *cluster {
	c := &cluster{}
	staked := func(list []solanarpc.Vote) []solanarpc.Vote {
		return slices.DeleteFunc(slices.Clone(list), func(v solanarpc.Vote) bool { return v.Stake == 0 })
	}
	current := staked(votes.Current)
	delinquent := staked(votes.Delinquent)

	for i, v := range slices.Concat(current, delinquent) {
		c.members = append(c.members, member{Vote: v, delinquent: i >= len(current)})
		c.total = c.total.Add(lamports(v.Stake))
		c.lastVote = max(c.lastVote, v.LastVote)
		for _, row := range v.Credits {
			if row != solanarpc.Migrated {
				c.epoch = max(c.epoch, int64(row[0]))
			}
		}
	}
	c.delinquent = len(delinquent)
	slices.SortStableFunc(c.members, func(a, b member) int {
		return cmp.Or(cmp.Compare(b.Stake, a.Stake), cmp.Compare(a.Vote.Vote, b.Vote.Vote))
	})
	c.rank()
	voted := 0
	for i := range current {
		if credits, _ := current[i].CreditsOf(c.lastFull()); credits > 0 {
			voted++
		}
	}
	c.votesTell = voted*2 > len(current)
	return c
}

// rank gives ranks, and finds the smallest set that holds more than a third of the stake.
func (c *cluster) rank() {
	held := decimal.Zero
	third := c.total.Div(decimal.NewFromInt(3))
	for i := range c.members {
		m := &c.members[i]
		m.rank = i + 1
		if held.LessThanOrEqual(third) {
			m.superminority = true
			c.superminority = m.rank
			held = held.Add(lamports(m.Stake))
		}
	}
}

// lastFull is the epoch before the present one.
func (c *cluster) lastFull() int64 { return c.epoch - 1 }

// byVote and byIdentity find members; an identity may have several vote accounts, which come by stake.
func (c *cluster) byVote(vote string) *member {
	for i := range c.members {
		if c.members[i].Vote.Vote == vote {
			return &c.members[i]
		}
	}
	return nil
}

func (c *cluster) byIdentity(identity string) []*member {
	var list []*member
	for i := range c.members {
		if c.members[i].Identity == identity {
			list = append(list, &c.members[i])
		}
	}
	return list
}

// sharePct is a member's part of the stake in per cent.
func (c *cluster) sharePct(m *member) float64 {
	if c.total.IsZero() {
		return 0
	}
	return lamports(m.Stake).Mul(decimal.NewFromInt(100)).DivRound(c.total, 8).Round(4).InexactFloat64()
}

// earnedPerSlot is what an account has earned in this epoch, in lamports, for each slot that it could be paid for. Of
// the reward for a slot, half goes to those who voted, by their stake, and half to who makes the block that says so:
// a tenth of the stake earns as much as making a tenth of the blocks. Source: Agave, vote_reward.rs (SIMD-0326). Known
// is false if the account is too small, the epoch too young, or its blocks are also those of another account.
func (c *cluster) earnedPerSlot(m *member, p *production) (earned float64, known bool) {
	var made int64
	if b := p.of(m.Identity); b != nil {
		made = b.made
	}
	paid := float64(m.Stake)/c.total.InexactFloat64()*float64(p.all.made) + float64(made)
	credits, _ := m.CreditsOf(c.epoch)
	return float64(credits) / paid, paid >= leastPaid && len(c.byIdentity(m.Identity)) == 1
}

// creditsRatio is what a member earned by what the median validator does for as much stake and as many blocks. Nil
// when that is not known, and then why.
func (c *cluster) creditsRatio(m *member, p *production) (ratio *float64, why string) {
	before := func(row [3]uint64) bool { return row[0] < uint64(c.epoch) }
	switch {
	case !c.votesTell:
		return nil, "most validators have no credits, so that vote metrics are unavailable"
	case !slices.ContainsFunc(m.Credits, before):
		return nil, "it was not voting yet before this epoch"
	case p == nil || distance(p.slot, int64(c.lastVote)) > paidWithin || p.slot/slotsInEpoch != c.epoch:
		return nil, "blocks of this epoch could not be read for the same time"
	}

	own, known := c.earnedPerSlot(m, p)
	if !known {
		return nil, "its stake is too small, this epoch too young, or its blocks pay several vote accounts"
	}
	var all []float64
	stake := decimal.Zero
	for i := range c.members {
		if earned, known := c.earnedPerSlot(&c.members[i], p); known && !c.members[i].delinquent {
			all = append(all, earned)
			stake = stake.Add(lamports(c.members[i].Stake))
		}
	}
	slices.Sort(all)
	if stake.Add(stake).LessThan(c.total) || median(all) <= 0 {
		return nil, "too few validators can be compared with it"
	}
	return new(response.Round(own/median(all), 4)), ""
}

// median of a sorted list, 0 of an empty one.
func median(sorted []float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// blocks is what became of leader slots.
type blocks struct{ slots, made int64 }

func (b blocks) skipPct() *float64 {
	if b.slots <= 0 {
		return nil
	}
	return new(response.Round(100*(1-float64(b.made)/float64(b.slots)), 3))
}

// production is how validators and the whole cluster fared with their leader slots; nil when it is of another time
// than the votes.
type production struct {
	slot int64
	all  blocks
	by   map[string][2]int64
}

func (c *cluster) production(p *solanarpc.Production) *production {
	if p == nil || distance(p.Slot, int64(c.lastVote)) > productionWithin {
		return nil
	}
	out := &production{slot: p.Slot, by: p.ByIdentity}
	for _, row := range p.ByIdentity {
		out.all.slots += row[0]
		out.all.made += row[1]
	}
	return out
}

// of is how one validator fared; nil without leader slots.
func (p *production) of(identity string) *blocks {
	if p == nil {
		return nil
	}
	row, led := p.by[identity]
	if !led {
		return nil
	}
	return &blocks{row[0], row[1]}
}

// versions is which part of the stake runs which version, by what gossip shows; nil when it shows too few.
func (c *cluster) versions(nodes []solanarpc.Node) (byIdentity map[string]string, sharePct map[string]float64) {
	byIdentity = map[string]string{}
	for _, node := range nodes {
		if node.Version != nil && *node.Version != "" {
			byIdentity[node.Identity] = *node.Version
		}
	}

	stakes := map[string]decimal.Decimal{}
	known := decimal.Zero
	for i := range c.members {
		if version := byIdentity[c.members[i].Identity]; version != "" {
			stake := lamports(c.members[i].Stake)
			stakes[version] = stakes[version].Add(stake)
			known = known.Add(stake)
		}
	}

	if known.Mul(decimal.NewFromInt(2)).LessThan(c.total) || known.IsZero() {
		return byIdentity, nil
	}
	sharePct = map[string]float64{}
	for version, stake := range stakes {
		sharePct[version] = stake.Mul(decimal.NewFromInt(100)).DivRound(known, 4).InexactFloat64()
	}

	return byIdentity, sharePct
}

func lamports(stake uint64) decimal.Decimal { return decimal.NewFromUint64(stake) }

// sol are lamports in SOL, exactly.
func sol(stake decimal.Decimal) decimal.Decimal { return stake.Shift(-solDecimals) }

func distance(a, b int64) int64 { return max(a-b, b-a) }
