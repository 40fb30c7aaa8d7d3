package tokentest

import (
	"maps"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// beaconSlot is where proxies keep the address of the contract that names their logic (ERC-1967).
var beaconSlot = common.HexToHash("0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50")

// ThirdTraps are a third set, by where the power sits. Every second one is held back.
func ThirdTraps() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}
	operators := word(5)

	return numbered(true, 2, []Specimen{
		{
			Contract: "StoredSecretToken",
			storage:  map[common.Hash]common.Hash{word(5): crypto.Keccak256Hash([]byte("a secret"))},
		},
		{Contract: "MagicAmountToken"},
		{Contract: "FeeManagerToken", helper: "FeeManager", storage: unowned},
		{Contract: "AntiBotToken", helper: "AntiBot", storage: unowned},
		{Contract: "OwnerMintToken", helper: "HastyTimelock", helperOwns: true},
		{Contract: "OwnerBlockToken", helper: "ModuleSafe", helperOwns: true},
		{Contract: "UnlockToken"},
		{Contract: "FarPairToken"},
		{Contract: "ConfigToken"},
		{Contract: "TicketToken"},
		{Contract: "TimeBombToken", Began: Keeper, storage: unowned},
		{Contract: "WindowBlocksToken", Unsold: true},
		{Contract: "TaxWalletToken"},
		{Contract: "BuyAllowanceToken"},
		{Contract: "KeeperAuthorizedToken"},
		{Contract: "DefaultOperatorToken", storage: map[common.Hash]common.Hash{
			word(4):                            {},
			operators:                          word(1),
			crypto.Keccak256Hash(operators[:]): common.BytesToHash(Keeper[:]),
		}},
		{Contract: "MaintenanceToken"},
		{Contract: "BeaconTokenProxy", helper: "KeyBeacon", helperSlot: beaconSlot, helperKnows: Plain, storage: unowned},
		{Contract: "DeskMintToken", helper: "MintDesk", storage: unowned},
		{Contract: "OracleIndexToken", helper: "IndexOracle", storage: unowned},
		{Contract: "SyncSaleToken", Unsold: true},
		{Contract: "WealthGateToken", Unsold: true},
		{Contract: "AutoBurnToken", storage: unowned},
		{Contract: "OwnerFeeToken", helper: "SoloSafe", helperOwns: true},
	})
}

// ThirdSounds are a third set of the kinds that people hold, with what looks like those traps.
func ThirdSounds() []Specimen {
	return numbered(false, 2, []Specimen{
		{Contract: "ReflectRateToken"},
		{Contract: "StakedRebaseToken", helper: "QuorumOracle"},
		{Contract: "CurveToken"},
		{Contract: "MigratedToken"},
		{Contract: "WrapperToken"},
		{Contract: "FarmedToken", helper: "Farm"},
		{Contract: "FloorLimitsToken", owner: Keeper},
		{Contract: "CappedFeesToken", owner: Keeper},
		{Contract: "GovernedToken", owner: Timelock},
		{Contract: "IssuerDollarToken", owner: Safe},
		{Contract: "GuardedToken", owner: Keeper},
		{Contract: "LogicProxy", logic: "SelfUpgradeToken", owner: Safe},
		{Contract: "HolderOperatorToken"},
		{Contract: "BytesPermitToken", owner: Keeper},
		{Contract: "VestedToken", owner: Keeper},
		{Contract: "DelegatedVotesToken"},
		{Contract: "ForwardedToken", helper: "Forwarder"},
		{Contract: "CrosschainToken", helper: "MessageBridge"},
		{Contract: "BatchToken", owner: Keeper},
		{Contract: "RenouncedMemeToken"},
		{Contract: "OwnBurnToken", owner: Keeper},
		{Contract: "DividendToken", owner: Keeper},
		{Contract: "RenderedToken", owner: Keeper},
		{Contract: "RewardHookToken", helper: "RewardsDesk"},
	})
}

// numbered gives the specimens of a set addresses of their own, and each its other contract.
func numbered(trap bool, set byte, list []Specimen) []Specimen {
	list = later(trap, list)
	for i := range list {
		s := &list[i]
		s.At[18] = set
		if s.helper == "" {
			continue
		}

		at := helperOf(s.At)
		s.storage = maps.Clone(s.storage)
		if s.storage == nil {
			s.storage = map[common.Hash]common.Hash{}
		}
		switch {
		case s.helperProvides:
			s.provider = at
		case s.helperOwns:
			s.owner = at
		case s.helperSlot != common.Hash{}:
			s.storage[s.helperSlot] = common.BytesToHash(at[:])
		default:
			s.storage[word(5)] = common.BytesToHash(at[:])
		}
	}
	return list
}

// helperOf is where the other contract of a token is.
func helperOf(token common.Address) common.Address {
	return common.BytesToAddress(crypto.Keccak256(token[:], []byte("helper")))
}

// helper makes the other contract of a token. Its first slot has the keeper, its second the token.
func (b *builder) helper(s Specimen) {
	if s.helper == "" {
		return
	}
	knows := s.At
	if s.helperKnows != (common.Address{}) {
		knows = s.helperKnows
	}
	b.contract(helperOf(s.At), s.helper, map[common.Hash]common.Hash{
		word(0): common.BytesToHash(Keeper[:]),
		word(1): common.BytesToHash(knows[:]),
	})
}
