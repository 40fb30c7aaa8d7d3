package devchain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/devchain/contracts"
	"github.com/farebox/farebox/payment/permit2"
)

// blockGas is the gas limit of a block: room for several full batches, less than Base has.
const blockGas = 120_000_000

// genesis is the first block: token, Multicall, payment channels and any extra accounts, with every balance in place.
func genesis(o Options, settler common.Address) (*core.Genesis, error) {
	config := *params.AllDevChainProtocolChanges
	config.ChainID = new(big.Int).SetUint64(o.ChainID)
	config.BogotaTime = nil // not in force on any chain that payments are taken on

	alloc := core.SystemContractAllocs()
	token, err := tokenAccount(o)
	if err != nil {
		return nil, err
	}
	alloc[o.Token] = token
	multicall, err := contracts.Runtime(contracts.MulticallName)
	if err != nil {
		return nil, err
	}
	alloc[Multicall3] = types.Account{Code: multicall, Balance: new(big.Int)}
	for address, name := range map[common.Address]string{
		channel.Settlement: contracts.ChannelsName,
		channel.Collector:  contracts.CollectorName,
		permit2.Address:    contracts.Permit2Name,
		permit2.Proxy:      contracts.ProxyName,
	} {
		code, err := contracts.Runtime(name)
		if err != nil {
			return nil, err
		}
		alloc[address] = types.Account{
			Code:    code,
			Balance: new(big.Int),
		}
	}
	for address, account := range o.Accounts {
		if account.Balance == nil {
			account.Balance = new(big.Int)
		}
		alloc[address] = account
	}
	// Added last and on top, so that an extra account cannot take the gas away.
	payer := alloc[settler]
	payer.Balance = new(big.Int).Set(o.GasBalance)
	alloc[settler] = payer

	return &core.Genesis{
		Config:    &config,
		GasLimit:  blockGas,
		Timestamp: uint64(o.Now().Unix()),
		Alloc:     alloc,
		BaseFee:   big.NewInt(params.GWei / 1000),
	}, nil
}

// tokenAccount is the token's account: code, and storage holding the balances (a mapping at slot 0), their sum (slot 1)
// and what owners let spenders spend (a mapping of mappings at slot 2, of either token). Source: Solidity's layout of
// state variables in storage.
func tokenAccount(o Options) (types.Account, error) {
	name := contracts.DollarName
	if o.Permit2 {
		name = contracts.PlainName
	}
	code, err := contracts.Runtime(name)
	if err != nil {
		return types.Account{}, err
	}

	storage := make(map[common.Hash]common.Hash, len(o.Balances)+1)
	total := new(big.Int)
	for owner, units := range o.Balances {
		if units == nil || units.Sign() < 0 || units.BitLen() > 256 {
			return types.Account{}, fmt.Errorf("token balance of %s: %v is not an unsigned 256-bit number", owner, units)
		}
		storage[slotOf(owner, common.Hash{})] = common.BigToHash(units)
		total.Add(total, units)
	}
	storage[common.BigToHash(big.NewInt(1))] = common.BigToHash(total)

	for owner, units := range o.Approved {
		ofOwner := slotOf(owner, common.BigToHash(big.NewInt(2)))
		storage[slotOf(permit2.Address, ofOwner)] = common.BigToHash(units)
	}
	return types.Account{
		Code:    code,
		Storage: storage,
		Balance: new(big.Int),
	}, nil
}

// slotOf is where a mapping at a slot has the value of a key.
func slotOf(key common.Address, slot common.Hash) common.Hash {
	return crypto.Keccak256Hash(common.LeftPadBytes(key[:], common.HashLength), slot[:])
}

// Wallet is a genesis account holding the EIP-1271 test wallet that owner signs for. Its signature
// is the byte 0x01 followed by the owner's 65 bytes (see WalletSignature).
func Wallet(owner common.Address) (types.Account, error) {
	code, err := contracts.Runtime(contracts.WalletName)
	if err != nil {
		return types.Account{}, err
	}
	return types.Account{
		Code:    code,
		Balance: new(big.Int),
		Storage: map[common.Hash]common.Hash{{}: common.BytesToHash(owner[:])},
	}, nil
}

// WalletSignature turns the owner's 65-byte signature into one of the test wallet.
func WalletSignature(owners []byte) []byte {
	return append([]byte{0x01}, owners...)
}

// GasBurner is a genesis account holding a wallet whose signature check passes in simulations and
// burns all gas in transactions: what a settlement must survive.
func GasBurner() (types.Account, error) {
	code, err := contracts.Runtime(contracts.BurnerName)
	if err != nil {
		return types.Account{}, err
	}
	return types.Account{Code: code, Balance: new(big.Int)}, nil
}

// Factory is a genesis account holding the contract that deploys test wallets.
func Factory() (types.Account, error) {
	code, err := contracts.Runtime(contracts.FactoryName)
	if err != nil {
		return types.Account{}, err
	}
	return types.Account{Code: code, Balance: new(big.Int)}, nil
}

// NewWallet is the test wallet of owner that the factory would deploy under salt: its address, and the
// call that deploys it.
func (c *Chain) NewWallet(
	ctx context.Context, factory, owner common.Address, salt int64,
) (wallet common.Address, call []byte, err error) {
	f := contracts.NewTestFactory()
	wallet, err = c.predicted(ctx, factory, f.PackAccountAddress(owner, big.NewInt(salt)))
	return wallet, f.PackCreateAccount(owner, big.NewInt(salt)), err
}

// NewBurner is the hostile wallet that the factory would deploy under salt, see GasBurner.
func (c *Chain) NewBurner(
	ctx context.Context, factory common.Address, salt int64,
) (wallet common.Address, call []byte, err error) {
	f := contracts.NewTestFactory()
	wallet, err = c.predicted(ctx, factory, f.PackBurnerAddress(big.NewInt(salt)))
	return wallet, f.PackCreateBurner(big.NewInt(salt)), err
}

func (c *Chain) predicted(ctx context.Context, factory common.Address, question []byte) (common.Address, error) {
	answer, err := c.client.CallContract(ctx, ethereum.CallMsg{To: &factory, Data: question}, nil)
	if err != nil {
		return common.Address{}, fmt.Errorf("address of a wallet that the factory %s would deploy: %w", factory, err)
	}
	return common.BytesToAddress(answer), nil
}

// WastefulCall is a call of the factory that burns all gas it is given.
func WastefulCall() []byte { return contracts.NewTestFactory().PackBurn() }
