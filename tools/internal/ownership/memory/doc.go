// Package memory has what is known at one point of one path: a State.
//
// A State maps the variables of the program, and the addresses that were stored to,
// to terms; it has the fates of objects, the facts that were decided, and marks of
// what was done already. Values are what is the same on all paths of a walk: which
// object a term refers to, which function literal it is, what is in an interface.
//
// # Memory
//
// An address is a term. Local memory is known to this function alone; Expose makes
// it Shared, once others may have its address, and Forget forgets what others may
// have changed since. A struct is known by its parts: storing one copies what is
// known of its fields. Elements that are set one by one have addresses of their own;
// those that are appended are a set, Containers. Reach goes from a value to
// everything that it leads to.
//
// # Equal states
//
// Two paths that meet in states with equal digests go on as one, so Digest must
// write all that can make a difference to a report. state_test.go goes through the
// fields by reflection: a field is written, or its absence has a reason there. In the
// same way it tests that a Clone shares nothing that can be changed.
package memory
