package tokentest

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

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

// SeventhTraps are a seventh set, by another author who had not read the rules. A hash of the name holds one half back.
func SeventhTraps() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}
	queue := word(5)

	traps := halved(true, 8, []Specimen{
		{Contract: "DormantHookToken", storage: map[common.Hash]common.Hash{
			word(4): {},
			word(5): common.BytesToHash(dormant[:]),
		}},
		{Contract: "StuckSharesToken"},
		{Contract: "CodelessSignerToken", storage: unowned},
		{Contract: "WrapBurnToken", storage: unowned},
		{Contract: "SelfTransferToken", storage: unowned},
		{
			Contract: "MulticallForwarderToken",
			Missed:   true,
			helper:   "PublicForwarder",
			storage:  unowned,
		},
		{
			Contract: "AccessManagedToken",
			helper:   "KeyAccessManager",
			storage:  unowned,
		},
		{
			Contract: "StrategyVaultToken",
			Missed:   true,
			backed:   true,
		},
		{Contract: "RenewedPauseToken"},

		{Contract: "TollGateToken", Unsold: true},
		{Contract: "EmptyAccountToken", Unsold: true},
		{Contract: "BlankBlockToken", Unsold: true},
		{Contract: "DelegatedOnlyToken", Unsold: true},
		{Contract: "ExitQueueToken", Unsold: true, storage: map[common.Hash]common.Hash{
			queue:                          word(1),
			crypto.Keccak256Hash(queue[:]): common.BytesToHash(Keeper[:]),
		}},
	})
	for i := range traps {
		if traps[i].Contract == "StuckSharesToken" {
			traps[i].provider = traps[i].At
		}
	}
	return traps
}

// SeventhSounds are a seventh set of the kinds that people hold, by the same author.
func SeventhSounds() []Specimen {
	return halved(false, 8, []Specimen{
		{Contract: "NamespacedProxy", logic: "NamespacedDollar", storage: map[common.Hash]common.Hash{
			namespacedOwner: common.BytesToHash(Timelock[:]),
		}},
		{Contract: "SumCappedFeesToken", owner: Keeper},
		{Contract: "GiftLockToken"},
		{Contract: "BoundedRebaseToken", owner: Keeper},
		{
			Contract:    "ManagedByDaoToken",
			helper:      "DaoAccessManager",
			helperKnows: Timelock,
		},

		{Contract: "MultiTokenToken"},
		{Contract: "LockboxToken", helper: "CoinLockbox"},
		{Contract: "CoinVaultToken", backed: true},
		{Contract: "HookedToken"},
		{Contract: "ContractSignerToken"},
		{Contract: "CurveModeToken", owner: Keeper},
		{Contract: "OnceBoundToken", owner: Keeper},
		{Contract: "MirrorItemsToken", helper: "ItemMirror"},
		{Contract: "MulticallToken"},
	})
}

// dormant has no code yet, and whoever deploys there decides.
var dormant = common.HexToAddress("0xD0A3a47000000000000000000000000000c0de01")

// namespacedOwner is where OpenZeppelin's upgradeable Ownable keeps the owner (ERC-7201).
var namespacedOwner = common.HexToHash("0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300")
