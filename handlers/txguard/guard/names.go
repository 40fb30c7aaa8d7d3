package guard

import "github.com/ethereum/go-ethereum/common"

// standardNames is the standard of names: ENS, and Basenames, which is made after it.
const standardNames = "ENS"

// nameFunctions change who owns a name, and what it leads to. Sources: ensdomains/ens-contracts (ENSRegistry,
// BaseRegistrarImplementation, ETHRegistrarController, NameWrapper, PublicResolver, ReverseRegistrar),
// base-org/basenames (RegistrarController, L2Resolver).
func nameFunctions() []declaration {
	own := quiet(standardNames, "ENS", "Basenames")
	owner := givesName("owner")
	list := []declaration{
		{"setOwner(bytes32 node,address owner)", owner},
		{"setSubnodeOwner(bytes32 node,bytes32 label,address owner)", owner},
		{"setRecord(bytes32 node,address owner,address resolver,uint64 ttl)", givesName("owner", "resolver")},
		{
			"setSubnodeRecord(bytes32 node,bytes32 label,address owner,address resolver,uint64 ttl)",
			givesName("owner", "resolver"),
		},
		{"setResolver(bytes32 node,address resolver)", givesName("resolver")},
		{"setTTL(bytes32 node,uint64 ttl)", own},
		{"reclaim(uint256 id,address owner)", owner},
		{"commit(bytes32 commitment)", own},
		{"renew(string name,uint256 duration)", own},
		{"renew(string name,uint256 duration,bytes32 referrer)", own},
		{"renewAll(string[] names,uint256 duration)", own},
		{"setName(string name)", own},
		{"setFuses(bytes32 node,uint16 fuses)", own},
		{"setText(bytes32 node,string key,string value)", own},
		{"setContenthash(bytes32 node,bytes hash)", own},
		{"setABI(bytes32 node,uint256 contentType,bytes data)", own},
		{"setPubkey(bytes32 node,bytes32 x,bytes32 y)", own},
		{"setName(bytes32 node,string newName)", own},
		{"clearRecords(bytes32 node)", own},
		{"setAddr(bytes32 node,address a)", givesName("a")},
		{"setAddr(bytes32 node,uint256 coinType,bytes a)", pointsName},
		{"multicallWithNodeCheck(bytes32 nodehash,bytes[] data)", func(c *call) {
			c.wrapper(standardNames)
			for _, data := range argument[[][]byte](c.arguments, "data") {
				c.inner(c.to, zeroInt(), data)
			}
		}},
	}

	return append(append(list, wrapperNames()...), registrations()...)
}

// wrapperNames are those of ENS' name wrapper, whose tokens are names.
func wrapperNames() []declaration {
	return []declaration{
		{
			"wrapETH2LD(string label,address wrappedOwner,uint16 ownerControlledFuses,address resolver)",
			givesName("wrappedOwner", "resolver"),
		},
		{"wrap(bytes name,address wrappedOwner,address resolver)", givesName("wrappedOwner", "resolver")},
		{
			"unwrapETH2LD(bytes32 labelhash,address registrant,address controller)",
			givesName("registrant", "controller"),
		},
		{"unwrap(bytes32 parentNode,bytes32 labelhash,address controller)", givesName("controller")},
		{
			"setSubnodeOwner(bytes32 parentNode,string label,address owner,uint32 fuses,uint64 expiry)",
			givesName("owner"),
		},
		{
			"setSubnodeRecord(bytes32 parentNode,string label,address owner,address resolver,uint64 ttl,uint32 fuses," +
				"uint64 expiry)",
			givesName("owner", "resolver"),
		},
		{
			"setNameForAddr(address addr,address owner,address resolver,string name)",
			givesName("addr", "owner", "resolver"),
		},
		{"approve(bytes32 node,address delegate,bool approved)", func(c *call) {
			approved := c.flag("approved")
			c.add(Action{
				Kind:     ApprovalForAll,
				Standard: standardNames,
				Token:    &c.to,
				Owner:    c.from,
				Spender:  c.addr("delegate"),
				Approved: &approved,
			})
		}},
	}
}

// registrations buy a name, for whom the call says, and may run calls of the resolver with it.
func registrations() []declaration {
	type request struct {
		Owner    common.Address
		Resolver common.Address
		Data     [][]byte
	}

	registered := func(r request) func(*call) {
		return func(c *call) {
			c.expectOf("ENS", "Basenames")
			c.nameTo(&r.Owner)
			c.records(r.Resolver, r.Data)
		}
	}

	tuple := func(c *call) { registered(argument[request](c.arguments, "request"))(c) }
	const head = "((string name,address owner,uint256 duration,address resolver,bytes[] data,bool reverseRecord"
	return []declaration{
		{
			"register(string name,address owner,uint256 duration,bytes32 secret,address resolver,bytes[] data," +
				"bool reverseRecord,uint16 ownerControlledFuses)",
			func(c *call) {
				registered(request{
					Owner:    *c.addr("owner"),
					Resolver: *c.addr("resolver"),
					Data:     argument[[][]byte](c.arguments, "data"),
				})(c)
			},
		},
		{"register(string name,address owner,uint256 duration,bytes32 secret)", givesName("owner")},
		{
			"registerWithConfig(string name,address owner,uint256 duration,bytes32 secret,address resolver," +
				"address addr)",
			givesName("owner", "resolver", "addr"),
		},
		{
			"register((string label,address owner,uint256 duration,bytes32 secret,address resolver,bytes[] data," +
				"uint8 reverseRecord,bytes32 referrer) request)",
			tuple,
		},
		{"register" + head + ") request)", tuple},
		{"register" + head + ",uint256[] coinTypes,uint256 signatureExpiry,bytes signature) request)", tuple},
	}
}

// records are calls that a registration makes to the resolver of the new name.
func (c *call) records(resolver common.Address, calls [][]byte) {
	if resolver != zero {
		c.lookedUpIn(&resolver)
	}
	for _, data := range calls {
		child := c.child(resolver, zeroInt(), data)
		child.from = c.from // what is set is the owner's
		c.run(child)
	}
}

// givesName puts a name, or what it leads to, into the hands of the addresses under these names.
func givesName(parties ...string) func(*call) {
	return func(c *call) {
		c.expectOf("ENS", "Basenames")
		for _, p := range parties {
			if p == "resolver" {
				c.lookedUpIn(c.addr(p))
				continue
			}
			c.nameTo(c.addr(p))
		}
	}
}

// lookedUpIn is nameTo for the contract that says what a name leads to.
func (c *call) lookedUpIn(resolver *common.Address) {
	c.nameTo(resolver)
	c.d.subject.Actions[len(c.d.subject.Actions)-1].pointer = true
}

func (c *call) nameTo(who *common.Address) {
	if *who == zero { // taken away
		c.add(Action{Kind: Call, Standard: standardNames})
		return
	}
	c.add(Action{
		Kind:     Ownership,
		Standard: standardNames,
		Owner:    c.from,
		Spender:  who,
	})
}

// evmCoin is the least coin type of EVM networks but Ethereum, whose is 60. Source: ENSIP-11.
const evmCoin = 1 << 31

// pointsName sets the address of a name on one network; only those of EVM networks are compared with the owner's.
func pointsName(c *call) {
	c.expectOf("ENS", "Basenames")
	coin := c.num("coinType")
	a := c.bytes("a")
	if len(a) == common.AddressLength && coin.IsUint64() && (coin.Uint64() == 60 || coin.Uint64() >= evmCoin) {
		c.nameTo(new(common.BytesToAddress(a)))
		return
	}
	c.add(Action{Kind: Call, Standard: standardNames})
}
