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
//
// What is found out must be the same in each run, so it must not depend on the order of a map. Terms and
// objects are numbered as they are made, and what is sorted is sorted by these numbers: a loop over a map
// that makes terms, takes the first that it finds, or asks what walks other functions, goes through it in
// order. See State.Stored for cells, and term.InOrder for other maps.
package memory
