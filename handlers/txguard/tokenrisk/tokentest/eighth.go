package tokentest

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// EighthTraps are an eighth set, by another author who had not read the rules. A hash of the name holds one half back.
func EighthTraps() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}

	traps := halved(true, 9, []Specimen{
		{Contract: "SharedSlotToken", storage: unowned},
		{Contract: "DoubleVoteToken", storage: unowned},
		{
			Contract:       "ShortLockToken",
			helper:         "DaysLocker",
			helperProvides: true,
			storage:        unowned,
		},
		{Contract: "CliffToken"},
		{Contract: "DoubleRedeemToken", storage: unowned},
		{Contract: "WorthlessCollateralToken"},
		{Contract: "CastToken", storage: unowned},
		{Contract: "StreamingMintToken", storage: map[common.Hash]common.Hash{
			word(5): common.BigToHash(big.NewInt(1795996800)),
		}},
		{Contract: "OneSaleToken"},

		{Contract: "ShownOnlyToken", Unsold: true},
		{Contract: "EmptyPurseToken", Unsold: true},
	})
	for i := range traps {
		if traps[i].Contract == "CliffToken" {
			traps[i].storage = stock(traps[i].At, 8)
		}
	}
	return traps
}

// EighthSounds are an eighth set of the kinds that people hold, by the same author.
func EighthSounds() []Specimen {
	sounds := halved(false, 9, []Specimen{
		{Contract: "AcceptedSendToken"},
		{Contract: "OwnHeirToken"},
		{Contract: "StockAuctionToken", storage: map[common.Hash]common.Hash{
			word(5): common.BigToHash(big.NewInt(1795996800)),
		}},
		{Contract: "WalletFeeToken"},
		{Contract: "CommitteeCapToken"},
		{Contract: "UseBurnToken"},
		{Contract: "ChequeToken"},
		{Contract: "CheckedBatchToken"},
	})
	for i := range sounds {
		switch sounds[i].Contract {
		case "StockAuctionToken", "OnceClaimedToken":
			for slot, value := range stock(sounds[i].At, 0) {
				if sounds[i].storage[slot] == (common.Hash{}) {
					sounds[i].storage[slot] = value
				}
			}
		}
	}
	return sounds
}

// stock are tokens that a token has itself: so many times what its pool has, or a tenth of that for none.
func stock(token common.Address, times int64) map[common.Hash]common.Hash {
	own := new(big.Int).Mul(tokens, big.NewInt(times))
	if times == 0 {
		own.Quo(tokens, big.NewInt(10))
	}
	return map[common.Hash]common.Hash{
		mapping(token[:], word(0)): common.BigToHash(own),
		word(1):                    common.BigToHash(new(big.Int).Add(own, new(big.Int).Lsh(tokens, 1))),
	}
}
