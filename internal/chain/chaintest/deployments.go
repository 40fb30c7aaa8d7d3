package chaintest

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/chaintest/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/chain/known"
)

// Deployment is an account that exists from the first block.
type Deployment struct {
	Address common.Address
	Account types.Account
}

// Addresses of contracts that differ from the real networks.
var (
	Ancient      = common.HexToAddress("0x00000000000000000000000000000000000A0001") // BytesToken
	Silent       = common.HexToAddress("0x00000000000000000000000000000000000A0002") // SilentToken: no decimals
	Collection   = common.HexToAddress("0x00000000000000000000000000000000000A0003") // NFTs
	GasEater     = common.HexToAddress("0x00000000000000000000000000000000000A0004")
	Delegated    = common.HexToAddress("0x00000000000000000000000000000000000A0005") // account with an EIP-7702 delegation to USDC
	Upgradeable  = common.HexToAddress("0x00000000000000000000000000000000000A0006") // EIP-1967 proxy in front of WETH
	NameResolver = common.HexToAddress("0x426fA03fB86E510d0Dd9F70335Cf102a98b10875") // of Basenames
	Subnames     = common.HexToAddress("0x00000000000000000000000000000000000A0008") // wildcard resolver of club.base.eth
)

// Code is a deployment of one of this package's contracts.
func Code(tb testing.TB, at common.Address, name string) Deployment {
	tb.Helper()
	code, err := contracts.Runtime(name)
	if err != nil {
		tb.Fatal(err)
	}
	return Deployment{at, types.Account{Code: code}}
}

// Token is a deployment of PlainToken: names of up to 31 bytes, balances in base units.
func Token(tb testing.TB, at common.Address, name, symbol string, decimals uint8, balances map[common.Address]*big.Int) Deployment {
	tb.Helper()
	if len(name) > 31 || len(symbol) > 31 {
		tb.Fatal("a token's name and symbol are at most 31 bytes long here")
	}
	d := Code(tb, at, "PlainToken")
	total := new(big.Int)
	d.Account.Storage = Balances(balances, 0)
	for _, units := range balances {
		total.Add(total, units)
	}
	d.Account.Storage[slot(1)] = common.BigToHash(total)
	d.Account.Storage[slot(3)], d.Account.Storage[slot(4)] = shortString(name), shortString(symbol)
	d.Account.Storage[slot(5)] = common.BigToHash(big.NewInt(int64(decimals)))
	return d
}

// Balances is the storage of a mapping from addresses to numbers in the slot given (Solidity, "Layout of State
// Variables in Storage").
func Balances(balances map[common.Address]*big.Int, at int64) map[common.Hash]common.Hash {
	storage := map[common.Hash]common.Hash{}
	for owner, units := range balances {
		storage[crypto.Keccak256Hash(common.LeftPadBytes(owner[:], 32), slot(at).Bytes())] = common.BigToHash(units)
	}
	return storage
}

func slot(n int64) common.Hash { return common.BigToHash(big.NewInt(n)) }

// shortString is a string of up to 31 bytes in one word: its bytes, and twice its length at the end.
func shortString(s string) common.Hash {
	var h common.Hash
	copy(h[:], s)
	h[31] = byte(2 * len(s))
	return h
}

// Deployments are the accounts of every chain of this package. To add more, extend the list or pass them to Start.
func Deployments(tb testing.TB) []Deployment {
	tb.Helper()
	weth := known.Wrapped("base")
	usdc := known.BaseUSDC
	ether := func(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e15)) } // thousandths
	ancient := Code(tb, Ancient, "BytesToken")
	ancient.Account.Storage = Balances(map[common.Address]*big.Int{Wallet: ether(3000)}, 0)
	ancient.Account.Storage[slot(1)] = common.BigToHash(ether(5000))
	upgradeable := Code(tb, Upgradeable, "BytesToken")

	upgradeable.Account.Storage = map[common.Hash]common.Hash{
		evm.ImplementationSlot: common.BytesToHash(weth[:]),
	}
	minimal := append(append(common.FromHex("363d3d373d3d3d363d73"), usdc[:]...), common.FromHex("5af43d82803e903d91602b57fd5bf3")...)

	return append([]Deployment{
		{Wallet, types.Account{Balance: ether(250)}},
		{Proxy, types.Account{Code: minimal}},
		{Delegated, types.Account{Code: types.AddressToDelegation(usdc), Balance: ether(1)}},
		Token(tb, weth, "Wrapped Ether", "WETH", 18, map[common.Address]*big.Int{
			Wallet:                           ether(1500),
			common.HexToAddress(AeroTicks):   ether(200_000),
			common.HexToAddress(BrettPool):   ether(100_000),
			common.HexToAddress(DegenPool):   ether(80_000),
			common.HexToAddress(AlteredPool): ether(50_000),
		}),
		ancient,
		upgradeable,
		Code(tb, Silent, "SilentToken"),
		Code(tb, Collection, "Collection"),
		Code(tb, GasEater, "GasEater"),
		Code(tb, common.HexToAddress("0x420000000000000000000000000000000000000F"), "GasOracle"),
		Code(tb, ens.BasenamesRegistry, "Registry"),
		Code(tb, ens.L2ReverseRegistrar, "ReverseRegistrar"),
		Code(tb, ens.UniversalResolver, "Universal"),
		Code(tb, NameResolver, "Resolver"),
		Code(tb, Subnames, "Resolver"),
	}, Markets(tb)...)
}

// Gateway is the host of the off-chain lookups of offchain.eth and broken.eth.
const Gateway = "gateway.example.com"

// setUpNames registers names: alice.base.eth and vitalik.eth with their primary names, base-side.eth with another
// address for Base, offchain.eth and broken.eth whose gateway is Gateway, all of *.club.base.eth, and primary names
// that do not point back.
func (c *Chain) setUpNames() {
	registry := contracts.NewRegistry()
	resolver := contracts.NewResolver()
	registrar := contracts.NewReverseRegistrar()
	universal := contracts.NewUniversal()
	alice := ens.Namehash("alice.base.eth")
	club := ens.Namehash("club.base.eth")
	c.Send(ens.BasenamesRegistry, registry.PackSetResolver(alice, NameResolver))
	c.Send(ens.BasenamesRegistry, registry.PackSetResolver(club, Subnames))
	c.Send(NameResolver, resolver.PackSetAddr0(alice, Wallet))
	c.Send(ens.L2ReverseRegistrar, registrar.PackSetName(Wallet, "alice.base.eth"))
	c.Send(ens.L2ReverseRegistrar, registrar.PackSetName(Proxy, "alice.base.eth")) // not its own
	c.Send(ens.UniversalResolver, universal.PackSet(wire("vitalik.eth"), big.NewInt(ens.CoinEther), Named[:]))
	c.Send(ens.UniversalResolver, universal.PackSetPrimary(Named, "vitalik.eth"))
	c.Send(ens.UniversalResolver, universal.PackSet(wire("base-side.eth"), big.NewInt(ens.CoinEther), Named[:]))
	c.Send(ens.UniversalResolver, universal.PackSet(wire("base-side.eth"), big.NewInt(ens.CoinBase), Wallet[:]))
	c.Send(ens.UniversalResolver, universal.PackSetPrimary(Collection, "liar.eth"))

	for _, name := range []string{"offchain.eth", "broken.eth"} {
		c.Send(ens.UniversalResolver, universal.PackSetGateway(wire(name), "https://"+Gateway+"/"+name+"/{sender}/{data}"))
	}
}

// wire is a name in DNS wire format.
func wire(name string) []byte {
	var b []byte
	for _, label := range strings.Split(name, ".") {
		b = append(append(b, byte(len(label))), label...)
	}
	return append(b, 0)
}
