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
	median        float64 // credits of the last full epoch, of those who are not delinquent
	votesTell     bool    // whether credits and last votes say anything: not if most validators have none
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
			c.epoch = max(c.epoch, row[0])
		}
	}
	c.delinquent = len(delinquent)
	slices.SortStableFunc(c.members, func(a, b member) int {
		return cmp.Or(cmp.Compare(b.Stake, a.Stake), cmp.Compare(a.Vote.Vote, b.Vote.Vote))
	})
	c.rank()
	c.credits(current)
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

func (c *cluster) credits(current []solanarpc.Vote) {
	var list []float64
	for i := range current {
		if credits, _ := current[i].CreditsOf(c.lastFull()); credits > 0 {
			list = append(list, float64(credits))
		}
	}
	c.votesTell = len(list)*2 > len(current)
	if !c.votesTell {
		return
	}
	slices.Sort(list)
	c.median = (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

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

// creditsRatio is a member's credits of the last full epoch by the median. Nil when that says nothing: most
// validators have none, or it was not there yet.
func (c *cluster) creditsRatio(m *member) *float64 {
	if !c.votesTell || c.median <= 0 {
		return nil
	}
	credits, known := m.CreditsOf(c.lastFull())
	if !known && !slices.ContainsFunc(m.Credits, func(row [3]int64) bool { return row[0] < c.lastFull() }) {
		return nil
	}
	return new(response.Round(float64(credits)/c.median, 4))
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
	all blocks
	by  map[string][2]int64
}

func (c *cluster) production(p *solanarpc.Production) *production {
	if p == nil || distance(p.Slot, int64(c.lastVote)) > productionWithin {
		return nil
	}
	out := &production{by: p.ByIdentity}
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
