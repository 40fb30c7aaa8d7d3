package tokentest

import "github.com/ethereum/go-ethereum/common"

// FifthTraps are a fifth set, by another author who had not read the rules. A hash of the name holds one half back.
func FifthTraps() []Specimen {
	return halved(true, 5, []Specimen{
		{Contract: "SnapshotFreezeToken"},
		{Contract: "PoolCapToken"},
		{Contract: "GasPriceCapToken"},
		{Contract: "ForcedBuybackToken"},
		{Contract: "DustSweepToken"},
		{Contract: "InactiveHeirToken"},
		{Contract: "AllowanceCapToken"},
		{Contract: "RouterBlockToken"},
		{Contract: "HoldingTaxToken"},
		{Contract: "PriceFloorToken"},
		{Contract: "LotteryFeeToken"},
		{Contract: "ReinitToken"},
		{Contract: "OwnerExecToken"},
		{Contract: "VestingOnBuyToken"},
		{
			Contract: "KeyholderMintToken",
			helper:   "EpochKey",
			storage:  map[common.Hash]common.Hash{word(4): {}},
		},
		{Contract: "PegMintToken"},
		{Contract: "AllocationToken"},
		{Contract: "SettableForwarderToken"},
		{Contract: "AllowanceThiefToken"},
		{Contract: "SaleCountToken"},
		{Contract: "MinHoldToken"},
		{Contract: "AnnouncedSaleToken"},
		{Contract: "SeasonToken"},
		{Contract: "SeizureToken"},

		{Contract: "OnlyUpToken", Unsold: true},
		{Contract: "SaleSlotToken", Unsold: true},
		{Contract: "BuilderSaleToken", Unsold: true},
		{Contract: "ApprovalBlockToken", Unsold: true},
		{Contract: "EarlyOnlyToken", Unsold: true},
		{Contract: "VanishingApprovalToken", Unsold: true},
	})
}

// FifthSounds are a fifth set of the kinds that people hold, by the same author.
func FifthSounds() []Specimen {
	return halved(false, 5, []Specimen{
		{Contract: "CharityFeeToken"},
		{Contract: "AuthorizationToken"},
		{Contract: "PayableToken"},
		{Contract: "BalanceRecordToken"},
		{Contract: "LockOwnToken"},
		{Contract: "EscrowVoteToken"},
		{Contract: "StreamToken"},

		{Contract: "TimelockMintToken", owner: Timelock},
		{Contract: "ExpiringFreezeToken", owner: Safe},
		{Contract: "TimelockFeeToken", owner: Timelock},
		{Contract: "ShortPauseToken", owner: Safe},

		{Contract: "DeadMintToken"},
		{Contract: "RenouncedPauseToken"},
		{Contract: "RageQuitToken"},
		{Contract: "LaunchDecayToken"},
		{Contract: "FixedMaxWalletToken"},
		{Contract: "WipeFrozenToken", owner: Safe},
		{Contract: "TimelockMaxToken", owner: Timelock},
		{Contract: "IndexGrowthToken"},
		{Contract: "HashGiftToken"},
		{Contract: "OfferToken"},
		{Contract: "SubscriptionToken"},
		{Contract: "GuardianToken"},
		{Contract: "RatchetFeeToken", owner: Keeper},
		{Contract: "RatchetLimitToken", owner: Keeper},
		{Contract: "NftRescueToken", owner: Keeper},
		{Contract: "TimelockListToken", owner: Timelock},
		{Contract: "CircuitBreakerToken"},
		{Contract: "MemoToken"},
		{
			Contract:   "VotedFeeToken",
			helper:     "VoteGovernor",
			helperOwns: true,
		},
	})
}
