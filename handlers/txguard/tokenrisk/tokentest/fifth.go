package tokentest

import (
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/known"
)

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

// SixthTraps are a sixth set, by another author who had not read the rules. A hash of the name holds one half back.
func SixthTraps() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}

	return halved(true, 6, []Specimen{
		{Contract: "LotSizeToken"},
		{Contract: "PassGateToken"},
		{Contract: "VoucherMintToken"},
		{
			Contract:   "AdministeredProxy",
			logic:      "PlainToken",
			helper:     "KeyProxyAdmin",
			helperSlot: adminSlot,
			storage:    unowned,
		},
		{
			Contract: "PoolMintedToken",
			helper:   "BridgePool",
			storage:  unowned,
		},
		{
			Contract: "CorrectedToken",
			helper:   "CorrectionLedger",
			storage:  unowned,
		},
		{
			Contract:   "SoftLockedFeeToken",
			helper:     "SoftTimelock",
			helperOwns: true,
		},
		{Contract: "TrustedFlashToken"},
		{Contract: "PackedOrdersToken"},
		{Contract: "SharedFeeToken"},
		{
			Contract:       "LockerToken",
			helper:         "SideDoorLocker",
			helperProvides: true,
			storage:        unowned,
		},
		{Contract: "UncheckedAllowanceToken", storage: unowned},
		{Contract: "PublicBurnToken", storage: unowned},
		{Contract: "PoolViewToken"},
		{Contract: "PartialFreezeToken"},
		{Contract: "RoundsToken"},
		{Contract: "SideChargeToken"},
		{Contract: "DrawerToken"},
		{Contract: "HeartbeatToken"},
		{Contract: "SponsorToken"},

		{Contract: "PersonalAllowanceToken", Unsold: true},
		{Contract: "MeltingToken", Unsold: true},
		{Contract: "SuffixToken", Unsold: true},
		{Contract: "NoPairsToken", Unsold: true},
	})
}

// SixthSounds are a sixth set of the kinds that people hold, by the same author.
func SixthSounds() []Specimen {
	return halved(false, 6, []Specimen{
		{Contract: "Permit2ReadyToken"},
		{
			Contract:       "LockedPoolToken",
			helper:         "YearsLocker",
			helperProvides: true,
		},
		{
			Contract:    "WaitingProxy",
			logic:       "PlainToken",
			helper:      "WaitingProxyAdmin",
			helperKnows: Timelock,
			helperSlot:  adminSlot,
		},
		{Contract: "RoundUpToken"},
		{Contract: "OwnLimitToken"},
		{Contract: "UnbondingToken"},

		{Contract: "FounderBoundToken", owner: Keeper},
		{Contract: "CappedMintToken", owner: Safe},
		{Contract: "EndingBurnToken", owner: Keeper},
		{Contract: "LoyaltyFeeToken"},
		{Contract: "LargeSaleFeeToken"},

		{Contract: "VetoMintToken", owner: Timelock},
		{Contract: "RefusableToken"},
		{Contract: "LeastAmountToken"},
		{Contract: "HolderCountToken"},
		{Contract: "PresaleOverToken", owner: Keeper},
		{
			Contract:   "SplitterOwnedToken",
			helper:     "IncomeSplitter",
			helperOwns: true,
		},
		{Contract: "DeadOwnerToken", owner: known.Dead},

		{Contract: "WholeItemsToken"},
		{Contract: "PeerLoanToken"},
		{Contract: "PollToken"},
		{Contract: "HeldSinceToken"},
		{Contract: "LuckyTransferToken"},
		{Contract: "NoticeToken", owner: Safe},
	})
}
