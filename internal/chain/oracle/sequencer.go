package oracle

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/contracts"
)

// Uptime is the state of a rollup's sequencer by Chainlink's uptime feed.
type Uptime string

// The states. While the sequencer is down, feeds on the rollup stand still; for an hour after that, they may lag
// behind the market.
const (
	Up      Uptime = "up"
	Down    Uptime = "down"
	Grace   Uptime = "grace"
	Unknown Uptime = "unknown" // the uptime feed does not answer
)

// gracePeriod is how long to wait after a restart, by Chainlink's documentation.
const gracePeriod = time.Hour

// UptimeRead is the read of an uptime feed, for DecodeUptime.
func UptimeRead(feed common.Address) evm.Read {
	return evm.Read{To: feed, Data: contracts.NewAggregator().PackLatestRoundData()}
}

// DecodeUptime reads an uptime feed: answer 0 is up and 1 down, startedAt is when that began. Source: Chainlink's documentation,
// "L2 Sequencer Uptime Feeds".
func DecodeUptime(r evm.Result, now time.Time) Uptime {
	if !r.OK {
		return Unknown
	}
	round, err := contracts.NewAggregator().UnpackLatestRoundData(r.Data)
	if err != nil || !round.Answer.IsInt64() {
		return Unknown
	}
	since, ok := moment(round.StartedAt, now)
	switch {
	case round.Answer.Int64() == 1:
		return Down
	case round.Answer.Int64() != 0 || !ok:
		return Unknown // startedAt 0: the feed is not initialised
	case now.Sub(since) < gracePeriod:
		return Grace
	}
	return Up
}

// Warning is the word for the state in answers' warnings, or "".
func (u Uptime) Warning() string {
	switch u {
	case Down:
		return "l2_sequencer_down"
	case Grace:
		return "l2_sequencer_grace"
	case Unknown:
		return "l2_sequencer_unknown"
	}
	return ""
}
