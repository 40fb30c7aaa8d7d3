package txexplain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
)

// topic is topic 0 of the event with this canonical signature.
func topic(signature string) common.Hash { return crypto.Keccak256Hash([]byte(signature)) }

// Events of the token standards (ERC-20, ERC-721, ERC-1155), WETH9, Permit2, ERC-4337, EIP-3009 and Polygon's native coin.
var (
	transferTopic       = topic("Transfer(address,address,uint256)")
	singleTopic         = topic("TransferSingle(address,address,address,uint256,uint256)")
	batchTopic          = topic("TransferBatch(address,address,address,uint256[],uint256[])")
	depositTopic        = topic("Deposit(address,uint256)")
	withdrawalTopic     = topic("Withdrawal(address,uint256)")
	approvalTopic       = topic("Approval(address,address,uint256)")
	approvalForAllTopic = topic("ApprovalForAll(address,address,bool)")
	permit2Topic        = topic("Approval(address,address,address,uint160,uint48)")
	userOperationTopic  = topic("UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)")
	authorizationTopic  = topic("AuthorizationUsed(address,bytes32)")
	nativeLogTopic      = topic("LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)")
)

// pools are the swap events that identify a pool, with a name for it. Forks emit the same events, so a pool is
// named by its style unless the protocol table knows it.
var pools = map[common.Hash]string{
	topic("Swap(address,uint256,uint256,uint256,uint256,address)"):                     "Uniswap v2-style pool",
	topic("Swap(address,address,uint256,uint256,uint256,uint256)"):                     "Aerodrome/Velodrome-style pool",
	topic("Swap(address,address,int256,int256,uint160,uint128,int24)"):                 "Uniswap v3-style pool",
	topic("Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)"): "PancakeSwap v3-style pool",
	topic("Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)"):          "Uniswap v4-style pool manager",
	topic("TokenExchange(address,int128,uint256,int128,uint256)"):                      "Curve-style pool",
	topic("TokenExchange(address,uint256,uint256,uint256,uint256)"):                    "Curve-style pool",
	topic("Swap(bytes32,address,address,uint256,uint256)"):                             "Balancer v2-style vault",
	topic("Trade(address,address,address,uint256,uint256,uint256,bytes)"):              "CoW-style settlement",
}

// sales are the marketplaces' events for a filled order. Sources: Seaport 1.x, Wyvern v1 and v2, Blur v1.
var sales = map[common.Hash]bool{
	common.HexToHash("0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31"): true,
	common.HexToHash("0xc4109843e0b7d514e4c093114b863f8e7d8d9a458c372cd51bfe526b588006c9"): true,
	common.HexToHash("0x61cbb2a3dee0b6064c2e681aadd61677fb4ef319f0b547508d495626f5a62f64"): true,
}

// addressOf reads an address from a 32-byte word, which must be padded with zeros.
func addressOf(word []byte) (common.Address, bool) {
	if len(word) != 32 {
		return common.Address{}, false
	}
	for _, b := range word[:12] {
		if b != 0 {
			return common.Address{}, false
		}
	}
	return common.BytesToAddress(word[12:]), true
}

// pair reads two addresses from topics i and j.
func pair(l *types.Log, i, j int) (a, b common.Address, ok bool) {
	a, okA := addressOf(l.Topics[i][:])
	b, okB := addressOf(l.Topics[j][:])
	return a, b, okA && okB
}

// transfers reads a log of one of the three token standards. known is false for other logs; ok is false for those
// that have a standard's name but break its form.
func transfers(l *types.Log, decimals bool) (flows []flow, known, ok bool) {
	// Coins that move leave a token's log at this address since Glamsterdam (EIP-7708). They are counted already.
	if len(l.Topics) == 0 || l.Address == params.SystemAddress {
		return nil, false, true
	}

	switch l.Topics[0] {
	case transferTopic:
		f, ok := transfer(l, decimals)
		return []flow{f}, true, ok
	case singleTopic:
		if len(l.Topics) != 4 || len(l.Data) != 64 {
			return nil, true, false
		}
		from, to, ok := pair(l, 2, 3)
		a := Asset{ERC1155, l.Address, common.BytesToHash(l.Data[:32])}
		return []flow{{
			from:   from,
			to:     to,
			asset:  a,
			amount: new(big.Int).SetBytes(l.Data[32:]),
		}}, true, ok
	case batchTopic:
		if len(l.Topics) != 4 {
			return nil, true, false
		}
		from, to, okPair := pair(l, 2, 3)
		ids, okIDs := words(l.Data, 0)
		amounts, okAmounts := words(l.Data, 1)
		if !okPair || !okIDs || !okAmounts || len(ids) != len(amounts) {
			return nil, true, false
		}
		for i := range ids {
			a := Asset{ERC1155, l.Address, common.BytesToHash(ids[i])}
			flows = append(flows, flow{
				from:   from,
				to:     to,
				asset:  a,
				amount: new(big.Int).SetBytes(amounts[i]),
			})
		}
		return flows, true, true
	}

	return nil, false, true
}

// transfer reads a Transfer log: three topics are ERC-20, four ERC-721. Tokens that predate indexed arguments put
// everything into the data; they are ERC-721 (CryptoKitties) unless the token has decimals.
func transfer(l *types.Log, decimals bool) (flow, bool) {
	switch {
	case len(l.Topics) == 3 && len(l.Data) == 32:
		from, to, ok := pair(l, 1, 2)
		return flow{
			from:   from,
			to:     to,
			asset:  Asset{Standard: ERC20, Contract: l.Address},
			amount: new(big.Int).SetBytes(l.Data),
		}, ok

	case len(l.Topics) == 4 && len(l.Data) == 0:
		from, to, ok := pair(l, 1, 2)
		return flow{
			from:   from,
			to:     to,
			asset:  Asset{ERC721, l.Address, l.Topics[3]},
			amount: big.NewInt(1),
		}, ok

	case len(l.Topics) == 1 && len(l.Data) == 96:
		from, okFrom := addressOf(l.Data[:32])
		to, okTo := addressOf(l.Data[32:64])
		f := flow{
			from:   from,
			to:     to,
			asset:  Asset{ERC721, l.Address, common.BytesToHash(l.Data[64:])},
			amount: big.NewInt(1),
		}
		if decimals {
			f.asset = Asset{Standard: ERC20, Contract: l.Address}
			f.amount = new(big.Int).SetBytes(l.Data[64:])
		}
		return f, okFrom && okTo
	}
	return flow{}, false
}

// words reads the uint256[] to which argument i of ABI-encoded data points.
func words(data []byte, i int) ([][]byte, bool) {
	at, ok := small(data, i*32)
	if !ok {
		return nil, false
	}
	n, ok := small(data, at)
	if !ok || n > len(data)/32 || at+32+n*32 > len(data) {
		return nil, false
	}
	list := make([][]byte, n)
	for k := range list {
		list[k] = data[at+32+k*32 : at+64+k*32]
	}
	return list, true
}

// small reads the word at offset at as a number no larger than the data.
func small(data []byte, at int) (int, bool) {
	if at < 0 || at > len(data)-32 {
		return 0, false
	}
	n := new(big.Int).SetBytes(data[at : at+32])
	if !n.IsInt64() || n.Int64() > int64(len(data)) {
		return 0, false
	}
	return int(n.Int64()), true
}

// approval is a permission that the actor granted or revoked.
type approval struct {
	token   common.Address
	spender common.Address
	amount  *big.Int // nil for all NFTs of a collection
	id      *common.Hash
	given   bool // false: taken back
}

// wide says whether it has no limit, by the customary ways to say so: 2^256-1, 2^160-1, all NFTs.
func (a approval) wide() bool {
	return a.given && a.id == nil && (a.amount == nil || a.amount.BitLen() > 159)
}

// sameRight says whether the other replaces it.
func (a approval) sameRight(other approval) bool {
	return a.token == other.token && a.spender == other.spender && (a.id == nil) == (other.id == nil) &&
		(a.id == nil || *a.id == *other.id)
}

// approvalOf reads an approval log of owner.
func approvalOf(l *types.Log, owner common.Address) (approval, bool) {
	if len(l.Topics) < 3 {
		return approval{}, false
	}
	who, second, ok := pair(l, 1, 2)
	if !ok || who != owner {
		return approval{}, false
	}

	switch {
	case l.Topics[0] == approvalTopic && len(l.Topics) == 3 && len(l.Data) == 32:
		amount := new(big.Int).SetBytes(l.Data)
		return approval{
			token:   l.Address,
			spender: second,
			amount:  amount,
			given:   amount.Sign() > 0,
		}, true
	case l.Topics[0] == approvalTopic && len(l.Topics) == 4 && len(l.Data) == 0:
		return approval{
			token:   l.Address,
			spender: second,
			id:      &l.Topics[3],
			given:   second != (common.Address{}),
		}, true
	case l.Topics[0] == approvalForAllTopic && len(l.Topics) == 3 && len(l.Data) == 32:
		return approval{
			token:   l.Address,
			spender: second,
			given:   l.Data[31] != 0,
		}, true
	case l.Topics[0] == permit2Topic && len(l.Topics) == 4 && len(l.Data) == 64:
		spender, ok := addressOf(l.Topics[3][:])
		amount := new(big.Int).SetBytes(l.Data[:32])
		return approval{
			token:   second,
			spender: spender,
			amount:  amount,
			given:   amount.Sign() > 0,
		}, ok
	}

	return approval{}, false
}
