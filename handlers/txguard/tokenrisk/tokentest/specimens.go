package tokentest

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/known"
)

// Keeper is the plain account that has the powers over the traps.
var Keeper = common.HexToAddress("0x7AB4b1C5d3e8f6A9b2c0D4E6f8A1b3C5d7E9f0A2")

// Contracts that hold powers over sound tokens.
var (
	Timelock = common.HexToAddress("0x71111111E10C71111111E10c71111111E10C7111")
	Safe     = common.HexToAddress("0x5afE5afE5afE5afE5afE5afE5afE5afE5afE5afE")
)

// Specimen is a token of the two sets that the rules of powers are measured on. Every second one of each set was held
// back while the rules were written, but for those that have begun: they came with the rule for roles.
type Specimen struct {
	Contract string
	At       common.Address
	Trap     bool
	Unsold   bool // a wallet cannot sell it, or sells it for next to nothing
	Missed   bool // a trap that no rule notices; docs/quality/txguard.md says why
	HeldBack bool
	Began    common.Address // whom its begin, in place of a constructor, has to be called for; zero if it has no begin

	logic    string // the contract that a proxy runs, else ""
	owner    common.Address
	storage  map[common.Hash]common.Hash
	provider common.Address // who has the shares of the pool

	helper      string         // another contract that the token asks or that owns it, else ""
	helperOwns  bool           // it is the owner
	helperSlot  common.Hash    // where the token keeps its address, if not in the fifth slot
	helperKnows common.Address // what it keeps in its second slot, the token if zero

	helperProvides bool // it has the shares of the pool
	backed         bool // the token has coins
}

// Traps are tokens of which holders can lose all, today or tomorrow.
func Traps() []Specimen {
	boss := new(big.Int).Lsh(new(big.Int).SetBytes(Keeper[:]), 16)
	boss.SetBit(boss, 0, 1)
	unowned := map[common.Hash]common.Hash{word(4): {}}

	return specimens(true, []Specimen{
		{Contract: "ClaimingToken"},
		{Contract: "StatusToken"},
		{Contract: "BoundlessFeeToken"},
		{Contract: "RecoveringToken"},
		{Contract: "LiveToken"},
		{Contract: "LargestToken"},
		{Contract: "YearToken", Unsold: true},
		{Contract: "HungryToken", Unsold: true},
		{Contract: "RebaseToken"},
		{Contract: "PermitToken"},
		{Contract: "SameBlockToken", Unsold: true},
		{Contract: "InflatedToken", Unsold: true},
		{Contract: "FakeRenouncedToken"},
		{Contract: "LooseToken", owner: common.Address{}, provider: Keeper},
		{Contract: "GatedToken"},
		{Contract: "SkimmedToken"},
		{Contract: "TierToken"},
		{Contract: "ScheduledToken"},
		{Contract: "ListModeToken"},
		{Contract: "TwoFeesToken"},
		{Contract: "RoleToken", Began: Keeper, storage: unowned},
		{Contract: "PointsToken"},
		{Contract: "OperatorToken"},
		{Contract: "DropToken", Unsold: true},
		{Contract: "SilentSaleToken", Unsold: true},
		{Contract: "HoursToken", Unsold: true},
		{Contract: "BurningToken"},
		{Contract: "ModuleToken"},
		{Contract: "PackedToken", storage: map[common.Hash]common.Hash{
			word(4): {},
			word(5): common.BigToHash(boss),
		}},
		{Contract: "AdminProxy", storage: map[common.Hash]common.Hash{
			word(4):   {},
			logicSlot: common.BytesToHash(Plain[:]),
			common.HexToHash("0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103"): common.BytesToHash(Keeper[:]),
		}},
		{Contract: "SteppedToken"},
		{Contract: "GrantedToken", Began: Keeper, storage: unowned},
		{Contract: "MasterPermitToken", storage: unowned},
		{Contract: "KeeperPermitToken"},
	})
}

// Sounds are tokens that nobody can turn against their holders alone and at once.
func Sounds() []Specimen {
	return specimens(false, []Specimen{
		{Contract: "FixedToken"},
		{Contract: "SignedPermitToken"},
		{Contract: "FixedFeeToken"},
		{Contract: "AbandonedToken"},
		{Contract: "RescueToken", owner: Keeper},
		{Contract: "BoundFeeToken", owner: Keeper},
		{Contract: "OpenedToken", owner: Keeper},
		{Contract: "WalletBoundToken", owner: Keeper},
		{Contract: "VotesToken"},
		{Contract: "BurnableToken"},
		{Contract: "NextBlockToken"},
		{Contract: "ExemptToken", owner: Keeper},
		{Contract: "ReflectingToken"},

		{Contract: "PausableToken", owner: Timelock},
		{Contract: "PausableToken", owner: Safe},
		{Contract: "DollarToken", owner: Safe},
		{Contract: "BridgedToken"},
		{Contract: "WrappingToken"},
		{Contract: "AirdropToken", owner: Keeper},
		{Contract: "CappedToken", owner: Keeper},
		{Contract: "TextToken", owner: Keeper},
		{Contract: "ShareToken"},
		{Contract: "PairsToken", owner: Keeper},
		{Contract: "TreasuryToken", owner: Keeper},
		{Contract: "LeastBoundToken", owner: Keeper},
		{Contract: "LaunchedToken", owner: Keeper},
		{Contract: "FlashToken"},
		{Contract: "TwoStepToken", owner: Keeper},
		{Contract: "JournalToken"},
		{Contract: "StakingToken"},
		{Contract: "GrantedToken", Began: Timelock},
		{Contract: "MottoToken", Began: Keeper},
		{Contract: "HolderPermitToken", owner: Keeper},
	})
}

// LaterTraps are a second set of the same kind.
func LaterTraps() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}
	return later(true, []Specimen{
		{Contract: "BotListToken"},
		{Contract: "OpenMintToken", storage: unowned},
		{Contract: "PairBurnToken"},
		{Contract: "IncreaseToken"},
		{Contract: "FarewellToken"},
		{Contract: "ApprovalGateToken"},
		{Contract: "DaiPermitToken"},
		{Contract: "ListPermitToken", Began: Keeper, storage: unowned},
		{Contract: "MostHeldToken"},
		{Contract: "SniperToken"},
		{Contract: "PairSetToken"},
		{Contract: "GasPriceToken"},
		{Contract: "DailyToken"},
		{Contract: "OperatorLogToken", Began: Keeper, storage: unowned},
		{Contract: "LogicProxy", logic: "SelfUpgradeToken"},
		{Contract: "TwoCallsToken"},
		{Contract: "RegistryToken", storage: map[common.Hash]common.Hash{
			word(4): {},
			word(5): common.BytesToHash(adminRegistry[:]),
		}},
		{Contract: "DripToken", Unsold: true},
		{Contract: "EarlyFeeToken", Unsold: true},
		{Contract: "RouterFeeToken", Unsold: true},
		{Contract: "AutoListToken", Unsold: true},
	})
}

// LaterSounds are a second set of the same kind.
func LaterSounds() []Specimen {
	return later(false, []Specimen{
		{Contract: "SelfLockToken"},
		{Contract: "CallingToken"},
		{Contract: "AuthorizedToken"},
		{Contract: "FallingFeeToken", owner: Keeper},
		{Contract: "InflationToken", owner: Timelock},
		{Contract: "SnapshotToken", owner: Keeper},
		{Contract: "ClaimToken"},
		{Contract: "FreeListToken", owner: Keeper},
		{Contract: "SwapBackToken", owner: Keeper},
		{Contract: "LiftedToken", owner: Keeper},
		{Contract: "StrayToken", owner: Keeper},
		{Contract: "LimitedToken", owner: Safe},
		{Contract: "DepositToken"},
		{Contract: "MultiSendToken"},
		{Contract: "AllowedBurnToken"},
		{Contract: "HonestDaiToken", owner: Keeper},
		{Contract: "RenamedToken", owner: Keeper},
		{Contract: "RewardRoleToken", Began: Keeper},
		{Contract: "OwnCallsToken"},
		{Contract: "CheckpointToken"},
	})
}

// All are the specimens of the sets that the rules have to hold on.
func All() []Specimen {
	return slices.Concat(
		Traps(), Sounds(), LaterTraps(), LaterSounds(), ThirdTraps(), ThirdSounds(), FifthTraps(), FifthSounds(),
		SixthTraps(), SixthSounds(), SeventhTraps(), SeventhSounds(), EighthTraps(), EighthSounds(),
	)
}

// Slow are traps of no set: what they do takes time, or somebody whom nothing on the chain names.
func Slow() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}

	return numbered(true, 4, []Specimen{
		{Contract: "QueuedFeeToken"},
		{Contract: "ClosingToken"},
		{Contract: "QuietListToken", storage: map[common.Hash]common.Hash{
			word(4):                     {},
			mapping(Keeper[:], word(5)): common.BigToHash(big.NewInt(1)),
		}},
		{Contract: "InvertedCallerToken", storage: unowned},
		{Contract: "ShiftedCallerToken", storage: unowned},
		{Contract: "HashedCallerToken", storage: unowned},
		{Contract: "StoredHashToken", storage: map[common.Hash]common.Hash{
			word(4): {},
			word(5): crypto.Keccak256Hash([]byte("somebody")),
		}},
		{Contract: "ProductCallerToken", storage: unowned},
		{Contract: "HashedSignerToken", storage: unowned},
		{Contract: "BuyLockToken"},
		{Contract: "QuotaToken"},
	})
}

// Signed are traps of no set, in which a signature of somebody else counts as the holder's, or stands for a power.
func Signed() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}

	return numbered(true, 7, []Specimen{
		{Contract: "CouponMintToken"},
		{Contract: "RelayerKeyToken", storage: unowned},
		{Contract: "MetaKeyToken"},
		{Contract: "ListAuthorizedToken", storage: map[common.Hash]common.Hash{
			word(4):                     {},
			mapping(Keeper[:], word(6)): common.BigToHash(big.NewInt(1)),
		}},
		{Contract: "SignedStopToken"},
		{Contract: "ShortPermitToken", storage: map[common.Hash]common.Hash{
			word(4): {},
			word(6): common.BytesToHash(Keeper[:]),
		}},
	})
}

// SignedSounds are tokens of no set that look as Signed do.
func SignedSounds() []Specimen {
	return numbered(false, 7, []Specimen{
		{Contract: "MetaTransactionToken"},
		{Contract: "FeeRelayToken"},
		{Contract: "SignedVotesToken", owner: Keeper},
		{Contract: "VoucherGiftToken", owner: Keeper},
	})
}

// SlowSounds are tokens of no set that look as some of Slow, and in which nobody has a power.
func SlowSounds() []Specimen {
	return numbered(false, 4, []Specimen{
		{Contract: "HashedGiftToken"},
		{Contract: "HashGivenUpToken"},
		{Contract: "LuckyRangeToken"},
		{Contract: "ShortWaitToken", owner: Keeper},
		{Contract: "CrumbToken", owner: Keeper},
		{Contract: "AllowedBurnerToken", owner: Keeper},
		{Contract: "OwnStockToken", owner: Keeper},
	})
}

// Fourth are the specimens of the fourth set, which is measured by itself.
func Fourth() []Specimen {
	return slices.Concat(FourthTraps(), FourthSounds())
}

// adminRegistry says that the keeper is the admin of whoever asks it.
var adminRegistry = common.HexToAddress("0x4E617374794e6F6e636553746F7265000000Ad31")

// later gives the specimens of the second sets addresses of their own.
func later(trap bool, list []Specimen) []Specimen {
	list = specimens(trap, list)
	for i := range list {
		s := &list[i]
		s.At[18] = 1
		s.HeldBack = i%2 == 1
	}
	return list
}

// logicOf is where the logic of a proxy is.
func logicOf(proxy common.Address) common.Address {
	return common.BytesToAddress(crypto.Keccak256(proxy[:], []byte("logic")))
}

// specimens gives each its address, its half and, of traps, its owner.
func specimens(trap bool, list []Specimen) []Specimen {
	first := int64(0x700c0000)
	if trap {
		first = 0x700b0000
	}
	for i := range list {
		s := &list[i]
		s.Trap = trap
		s.At = common.BigToAddress(big.NewInt(first + int64(i)))
		s.HeldBack = i%2 == 1 && s.Began == (common.Address{})
		if trap {
			s.owner = Keeper
		}
		if s.provider == (common.Address{}) {
			s.provider = known.Dead
		}
	}
	return list
}

// logicSlot is where proxies keep the address of their logic (ERC-1967).
var logicSlot = common.HexToHash("0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc")

// specimen makes a token with a pool.
func (b *builder) specimen(s Specimen) {
	pool := PoolOf(s.At)
	b.token(s.At, s.Contract, pool)
	storage := b.out[s.At].Storage
	storage[word(4)] = common.BytesToHash(s.owner[:])
	for slot, value := range s.storage {
		storage[slot] = value
	}

	if s.logic != "" {
		at := logicOf(s.At)
		b.contract(at, s.logic, nil)
		storage[logicSlot] = common.BytesToHash(at[:])
	}

	b.helper(s)
	if s.backed {
		b.wrapped[mapping(s.At[:], word(0))] = common.BigToHash(coins)
	}

	shares := b.out[pool].Storage
	amount := common.BigToHash(coins)
	shares[mapping(s.provider[:], word(3))] = amount
	shares[word(4)] = amount
}

// specimens makes all tokens of both sets, and who holds powers over some.
func (b *builder) specimens() {
	for _, s := range slices.Concat(
		All(), Fourth(), Slow(), SlowSounds(), Signed(), SignedSounds(),
	) {
		b.specimen(s)
	}
	b.contract(adminRegistry, "AdminRegistry", map[common.Hash]common.Hash{
		word(0): common.BytesToHash(Keeper[:]),
	})
	b.contract(Timelock, "TimelockHolder", nil)
	b.contract(Safe, "SafeHolder", nil)
}
