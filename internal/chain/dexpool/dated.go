package dexpool

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of pools. Each address but one follows from its factory, its tokens and its fee or tick
// spacing (CREATE2), and each is in public code that trades there. The exception is the deepest pool, whose
// factory's code is unknown here; its address was read on chain in 2026-10.
//
// Aerodrome has been Aero since 2026-10-22. Pools of its new factories are not in the table: those with concentrated
// liquidity are read when a caller names them. The AERO of the table is the old one.
var Dated = dated.Table{
	Name:   "dex_pools",
	Holds:  "Liquidity pools of Base with their exchanges.",
	Source: "Deployment lists of Aerodrome and Uniswap",
	AsOf:   "2026-11-21",
	Renew:  "Not needed: each pool is checked on chain before it is used.",
	Routes: []string{"dex", "/price", "/market/report"},
}
