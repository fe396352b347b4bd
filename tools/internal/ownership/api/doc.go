// Package api says which functions count references: those of rcpool, and those
// of a table.
//
// The table is data. An API names the functions of a package that acquire, retain
// and release objects; builtin lists the APIs that rcvet knows, and a user's
// configuration adds others. An API in use is a Family: objects of different
// families are told apart. Table.Lookup answers what a function does, as a Use:
// the family, the operation, and the argument that it acts on.
//
// The functions of rcpool itself are not in the table. Their types say who owns
// what, so types.go has the questions about types: IsRef, IsPool, HoldsRef.
package api
