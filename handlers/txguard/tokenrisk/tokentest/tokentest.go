// Package tokentest is a little market for tests: tokens that behave and tokens that do not, pools of the v2 and
// the v3 kind, factories and a price feed, as genesis accounts of a development chain. Factories, feed and wrapped
// coin are at the addresses that they have on Base.
package tokentest

import (
	"embed"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/artefact"
	"github.com/farebox/farebox/internal/chain/known"
)

//go:embed artefacts/*.bin-runtime
var artefacts embed.FS

// The tokens. All but the one without a pool trade on a v2 pool with 50 coins in it, Plain and TaxV3 on a v3 pool too or instead.
var (
	Plain    = common.HexToAddress("0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed") // ordinary, no owner
	Tax      = common.HexToAddress("0x00000000000000000000000000000000700a0001") // 3 percent on purchases, 12 on sales, owned by a plain account
	Honey    = common.HexToAddress("0x00000000000000000000000000000000700a0002") // only its owner can sell; mintable, with a blacklist
	Cooldown = common.HexToAddress("0x00000000000000000000000000000000700a0003") // not sellable in the block of the purchase
	TaxV3    = common.HexToAddress("0x00000000000000000000000000000000700a0004") // as Tax, but with a v3 pool alone
	NoPool   = common.HexToAddress("0x00000000000000000000000000000000700a0005") // ordinary, without a pool
	Dollar   = common.HexToAddress("0x00000000000000000000000000000000700a0007") // ordinary, its v2 pool is against USDC; see Balances
	Minimal  = common.HexToAddress("0x00000000000000000000000000000000700a0006") // a minimal proxy of Plain, without a pool
)

// Tokens that are told apart only by a sale as wallets make it, or by a closer look at what they say. All but the last
// two have a v2 pool.
var (
	// Listed: transferFrom only for a list.
	Listed = common.HexToAddress("0x00000000000000000000000000000000700a0010")
	// NoApprove: approve reverts.
	NoApprove = common.HexToAddress("0x00000000000000000000000000000000700a0011")
	// FalseApprove: approve says false.
	FalseApprove = common.HexToAddress("0x00000000000000000000000000000000700a0012")
	// CodeOnly: accounts without code cannot send.
	CodeOnly = common.HexToAddress("0x00000000000000000000000000000000700a0013")
	// FreeOnly: works where gas costs nothing.
	FreeOnly = common.HexToAddress("0x00000000000000000000000000000000700a0014")
	// Paused: paused.
	Paused = common.HexToAddress("0x00000000000000000000000000000000700a0015")
	// PausedOutside: says that it is paused; trades go on.
	PausedOutside = common.HexToAddress("0x00000000000000000000000000000000700a0016")
	// WalletsOnly: contracts cannot sell, wallets can.
	WalletsOnly = common.HexToAddress("0x00000000000000000000000000000000700a0017")
	// Renounced: its owner is the zero address.
	Renounced = common.HexToAddress("0x00000000000000000000000000000000700a0018")
	// Poser: has the symbol USDC.
	Poser = common.HexToAddress("0x00000000000000000000000000000000700a0019")
	// Collectible: NFTs.
	Collectible = common.HexToAddress("0x00000000000000000000000000000000700a0020")
	// Registry: no token at all.
	Registry = common.HexToAddress("0x00000000000000000000000000000000700a0021")
)

// Owner is the plain account that owns Tax, Honey, Cooldown and TaxV3.
var Owner = common.HexToAddress("0x0000000000000000000000000000000070400001")

// Contracts of Base that the market needs.
var (
	Wrapped   = known.Wrapped("base")
	FactoryV2 = common.HexToAddress("0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6")
	FactoryV3 = common.HexToAddress("0x33128a8fC17869897dcE68Ed026d694621f6FDfD")
	FeedETH   = common.HexToAddress("0x50015f8b17fb2C290Dde41fDc246ed0dcEE93a8b")
)

// PoolOf is the address of a token's v2 pool, PoolV3Of that of its v3 pool.
func PoolOf(token common.Address) common.Address {
	return common.BytesToAddress(crypto.Keccak256(token[:], []byte("v2")))
}

// PoolV3Of is the address of a token's v3 pool.
func PoolV3Of(token common.Address) common.Address {
	return common.BytesToAddress(crypto.Keccak256(token[:], []byte("v3")))
}

// Amounts in pools: 50 coins and 1,000,000 tokens, both with 18 decimals.
var (
	coins  = new(big.Int).Mul(big.NewInt(50), big.NewInt(1e18))
	tokens = new(big.Int).Mul(big.NewInt(1_000_000), big.NewInt(1e18))
)

// USDC is the dollar of Base, which a development chain has.
var USDC = known.BaseUSDC

// dollars are what is in the pool of Dollar: 100,000 with 6 decimals.
var dollars = big.NewInt(100_000_000_000)

// Balances are the dollars that devchain.Options has to give to the market.
func Balances() map[common.Address]*big.Int {
	return map[common.Address]*big.Int{PoolOf(Dollar): dollars}
}

// Accounts are the market's genesis accounts, for devchain.Options.
func Accounts() (map[common.Address]types.Account, error) {
	b := builder{out: map[common.Address]types.Account{}, wrapped: map[common.Hash]common.Hash{}, pairs: map[common.Hash]common.Hash{}, pools: map[common.Hash]common.Hash{}}
	b.token(Plain, "PlainToken", PoolOf(Plain), PoolV3Of(Plain))
	b.token(Tax, "TaxToken", PoolOf(Tax))
	b.token(Honey, "HoneypotToken", PoolOf(Honey))
	b.token(Cooldown, "CooldownToken", PoolOf(Cooldown))
	b.token(TaxV3, "TaxToken", PoolV3Of(TaxV3))
	b.token(NoPool, "PlainToken")

	for at, name := range map[common.Address]string{
		Listed:        "ListedToken",
		NoApprove:     "NoApproveToken",
		FalseApprove:  "FalseApproveToken",
		CodeOnly:      "CodeOnlyToken",
		FreeOnly:      "FreeOnlyToken",
		Paused:        "PausedToken",
		PausedOutside: "PausedElsewhereToken",
		WalletsOnly:   "WalletsOnlyToken",
		Renounced:     "RenouncedToken",
		Poser:         "FakeDollar",
	} {
		b.token(at, name, PoolOf(at))
	}

	b.contract(Collectible, "Collectible", nil)
	b.contract(Registry, "Registry", nil)
	b.dollarToken()
	b.specimens()
	b.put(Minimal, append(append(common.FromHex("0x363d3d373d3d3d363d73"), Plain[:]...), common.FromHex("0x5af43d82803e903d91602b57fd5bf3")...), map[common.Hash]common.Hash{word(1): common.BigToHash(tokens)})
	b.contract(Wrapped, "WrappedCoin", b.wrapped)
	b.contract(FactoryV2, "Factory", b.pairs)
	b.contract(FactoryV3, "Factory", b.pools)
	b.contract(FeedETH, "Feed", nil)
	wrapped := b.out[Wrapped]
	wrapped.Balance = new(big.Int).Mul(coins, big.NewInt(10))
	b.out[Wrapped] = wrapped
	return b.out, b.err
}

type builder struct {
	out                   map[common.Address]types.Account
	wrapped, pairs, pools map[common.Hash]common.Hash
	err                   error
}

func (b *builder) contract(at common.Address, name string, storage map[common.Hash]common.Hash) {
	code, err := artefact.Runtime(artefacts, name)
	if err != nil {
		b.err = err
		return
	}
	b.put(at, code, storage)
}

func (b *builder) put(at common.Address, code []byte, storage map[common.Hash]common.Hash) {
	b.out[at] = types.Account{Code: code, Storage: storage, Balance: new(big.Int)}
}

// token makes a token with pools, each of which holds coins and tokens.
func (b *builder) token(at common.Address, name string, pools ...common.Address) {
	held := map[common.Hash]common.Hash{}
	for _, pool := range pools {
		held[mapping(pool[:], word(0))] = common.BigToHash(tokens)
		b.wrapped[mapping(pool[:], word(0))] = common.BigToHash(coins)
		b.pool(pool, at, Wrapped, coins)
	}
	held[mapping(Owner[:], word(0))] = common.BigToHash(tokens)
	held[word(1)] = common.BigToHash(new(big.Int).Mul(tokens, big.NewInt(int64(len(pools)+1))))
	if len(pools) > 0 && name != "PlainToken" {
		held[word(3)] = common.BytesToHash(pools[0][:]) // of some it is the owner or the minter, which is nobody then
		held[word(4)] = common.BytesToHash(Owner[:])
	}
	b.contract(at, name, held)
}

// dollarToken makes Dollar with its pool.
func (b *builder) dollarToken() {
	pool := PoolOf(Dollar)
	b.contract(Dollar, "PlainToken", map[common.Hash]common.Hash{mapping(pool[:], word(0)): common.BigToHash(tokens), word(1): common.BigToHash(tokens)})
	b.pool(pool, Dollar, USDC, dollars)
}

func (b *builder) pool(pool, token, base common.Address, amount *big.Int) {
	t0 := token
	t1 := base
	a0 := tokens
	a1 := amount
	if t1.Cmp(t0) < 0 {
		t0, t1, a0, a1 = t1, t0, a1, a0
	}

	storage := map[common.Hash]common.Hash{word(0): common.BytesToHash(t0[:]), word(1): common.BytesToHash(t1[:])}
	if pool == PoolOf(token) {
		storage[word(2)] = common.BigToHash(new(big.Int).Or(a0, new(big.Int).Lsh(a1, 112)))
		b.contract(pool, "PairV2", storage)
		for _, pair := range [][2]common.Address{{t0, t1}, {t1, t0}} {
			inner := mapping(pair[0][:], word(0))
			b.pairs[mapping(pair[1][:], inner)] = common.BytesToHash(pool[:])
		}
		return
	}

	// sqrt(a1/a0) * 2^96 and sqrt(a0*a1): all of both is in the one range
	price := new(big.Int).Sqrt(new(big.Int).Quo(new(big.Int).Lsh(a1, 192), a0))
	storage[word(2)] = common.BigToHash(price)
	storage[word(3)] = common.BigToHash(new(big.Int).Sqrt(new(big.Int).Mul(a0, a1)))
	b.contract(pool, "PoolV3", storage)

	for _, pair := range [][2]common.Address{{t0, t1}, {t1, t0}} {
		inner := mapping(pair[1][:], mapping(pair[0][:], word(1)))
		fee := word(3000)
		b.pools[crypto.Keccak256Hash(fee[:], inner[:])] = common.BytesToHash(pool[:])
	}
}

func word(n int64) common.Hash { return common.BigToHash(big.NewInt(n)) }

// mapping is where Solidity keeps the value of an address in the mapping at a slot.
func mapping(key []byte, slot common.Hash) common.Hash {
	return crypto.Keccak256Hash(common.LeftPadBytes(key, 32), slot[:])
}
