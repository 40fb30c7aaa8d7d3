package tokentest

import (
	"crypto/sha256"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// adminSlot is where proxies keep their admin (ERC-1967).
var adminSlot = common.HexToHash("0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103")

// begunOnce is what InitializedToken keeps beside an unused address once it has begun.
var begunOnce = common.BigToHash(new(big.Int).Lsh(big.NewInt(1), 160))

// FourthTraps are a fourth set, by an author who had not read the rules. A hash of the name holds one half back.
func FourthTraps() []Specimen {
	unowned := map[common.Hash]common.Hash{word(4): {}}
	hidden := crypto.Keccak256Hash([]byte("fourth.hidden.admin"))

	return halved(true, 3, []Specimen{
		{Contract: "SellQuotaToken"},
		{
			Contract: "MarketingCallToken",
			helper:   "MarketingDesk",
			storage:  unowned,
		},
		{Contract: "DiamondToken"},
		{Contract: "RestrictedToken"},
		{Contract: "SlashToken"},
		{Contract: "ControllerToken"},
		{Contract: "HiddenSlotToken", storage: map[common.Hash]common.Hash{
			word(4): {},
			hidden:  common.BytesToHash(Keeper[:]),
		}},
		{Contract: "XorOwnerToken", storage: unowned},
		{Contract: "AssetSwapToken"},
		{Contract: "BridgeKeyToken"},
		{Contract: "EndpointToken"},
		{Contract: "HolderLockToken"},
		{Contract: "EscrowSaleToken"},
		{Contract: "RelaunchToken"},
		{Contract: "DenominatorToken"},
		{Contract: "ReferralFeeToken"},
		{
			Contract:    "VersionedProxy",
			helper:      "VersionRegistry",
			helperKnows: Plain,
			storage:     unowned,
		},
		{
			Contract:   "RelayOwnedToken",
			helper:     "ObedientOwner",
			helperOwns: true,
		},
		{Contract: "MigrationToken"},
		{Contract: "RootMintToken"},
		{Contract: "DemurrageToken"},
		{Contract: "PluginToken"},
		{Contract: "AnchorToken", storage: unowned},
		{Contract: "GuardedSellerToken", Unsold: true},
		{Contract: "BigSaleToken", Unsold: true},
		{Contract: "MinSaleToken", Unsold: true},
		{Contract: "ApproveBurnToken", Unsold: true},
		{Contract: "DivertToken", Unsold: true},
		{Contract: "HeavyFeeToken", Unsold: true},
		{Contract: "OriginSaleToken", Unsold: true},
	})
}

// FourthSounds are a fourth set of the kinds that people hold, by the same author.
func FourthSounds() []Specimen {
	return halved(false, 3, []Specimen{
		{Contract: "BurnFixedToken"},
		{Contract: "VestingTeamToken"},
		{Contract: "SavingsShareToken"},
		{Contract: "TimelockPausableToken", owner: Timelock},
		{
			Contract:   "GovernorMintToken",
			helper:     "VoteGovernor",
			helperOwns: true,
		},
		{Contract: "DelayedProxy", logic: "FixedToken", storage: map[common.Hash]common.Hash{
			adminSlot: common.BytesToHash(Timelock[:]),
		}},
		{Contract: "SealedProxy", logic: "FixedToken"},
		{Contract: "FiatLikeToken", owner: Safe},
		{Contract: "CommitteeRebaseToken", helper: "OracleCommittee"},
		{Contract: "StandardBridgeToken", helper: "RollupBridge"},
		{Contract: "EndpointBoundToken", helper: "TwoVerifiersEndpoint"},
		{Contract: "CompVotesToken"},

		{Contract: "CustodyToken", owner: Safe},
		{Contract: "SmallFeeToken", owner: Keeper},
		{Contract: "ExpiredBlockToken", owner: Keeper},
		{Contract: "CoinSweepToken", owner: Keeper},
		{Contract: "EmissionToken", helper: "EmissionFarm"},
		{Contract: "MinedToken"},
		{Contract: "DepositReceiptToken", helper: "PoolMarket"},
		{Contract: "RolesVaultToken", Began: Timelock},
		{Contract: "BuybackToken"},
		{Contract: "FloorMaxTxToken", owner: Keeper},
		{Contract: "WardsToken", Began: Timelock},
		{Contract: "BucketToken", owner: Timelock},
		{Contract: "TroveToken", helper: "TroveDesk"},
		{Contract: "StakedDollarToken", owner: Safe},
		{Contract: "ClaimWindowToken"},
		{Contract: "GoldToken", owner: Safe},
		{Contract: "SunsetOwnerToken", owner: Keeper},
		{Contract: "InitializedToken", storage: map[common.Hash]common.Hash{
			word(4): begunOnce,
		}},
	})
}

// halved gives the specimens of a set addresses of their own, and each a half by a hash of its name.
func halved(trap bool, set byte, list []Specimen) []Specimen {
	list = numbered(trap, set, list)
	for i := range list {
		s := &list[i]
		s.HeldBack = sha256.Sum256([]byte(s.Contract))[0]%2 == 1
	}
	return list
}
