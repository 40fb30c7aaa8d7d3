package btc

import (
	"testing"

	"github.com/farebox/farebox/handlers/btc/btctest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: btctest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"blockstream.info/api/fee-estimates ":                          "it leaves out targets as it likes",
			btctest.Block + " without the rows that it counts":             "a block with its first transaction alone has no range",
			"blockstream.info/api/mempool without the rows that it counts": "an empty mempool",
			"mempool.space/api/mempool without the rows that it counts":    "the other explorer instead, which sources name",
		},
	}.Hold(t)
}
