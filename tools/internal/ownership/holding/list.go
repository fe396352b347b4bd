package holding

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about fields with a list of package container/list. The list itself does not say
// what is in it: that is what the package puts there. Its elements go through variables and maps;
// but the only way from an element to what it has is its field Value, and the type that the package
// asserts there says which list it is, if only one has such objects.

// methodOfList returns the name of the method that a call calls of a list in a field, and the
// field; "" if it does not.
func methodOfList(call *ssa.CallCommon) (name string, field *types.Var) {
	callee := code.Callee(call) // whose receiver is the first argument, unless it is a method value
	if callee == nil || callee.Signature.Recv() == nil || len(call.Args) == 0 || !api.IsList(call.Args[0].Type()) {
		return "", nil
	}
	at := call.Args[0]
	if load, ok := at.(*ssa.UnOp); ok {
		at = load.X
	}
	if at, ok := at.(*ssa.FieldAddr); ok {
		return callee.Name(), code.FieldOf(at).Origin()
	}
	return "", nil
}

// pushed returns what a call adds to a list of package container/list.
func pushed(call *ssa.CallCommon) (v ssa.Value, field *types.Var) {
	switch name, field := methodOfList(call); name {
	case "PushFront", "PushBack", "InsertBefore", "InsertAfter":
		if boxed, ok := call.Args[1].(*ssa.MakeInterface); ok {
			return boxed.X, field
		}
		return call.Args[1], field
	}
	return nil, nil
}

// findLists finds out of which type the values in the lists are.
func (l *Ledger) findLists() {
	for instr := range l.code.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		v, field := pushed(call.Common())
		if v == nil {
			continue
		}
		if of, known := l.listed[field]; known && !types.Identical(of, v.Type()) {
			l.listed[field] = types.Typ[types.Invalid]
		} else {
			l.listed[field] = v.Type()
		}
	}
}

// listAt notes what is done with the list in the field.
func (r *reader) listAt(at *ssa.FieldAddr) {
	r.Wide = true
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			for _, use := range *i.Referrers() {
				r.listUsed(use, i)
			}
		case *ssa.Store:
			made, ok := i.Val.(*ssa.Call)
			isNew := ok && len(*made.Referrers()) == 1 && code.Object(&made.Call) != nil && code.Object(&made.Call).FullName() == "container/list.New"
			if i.Addr != ssa.Value(at) || !isNew && !code.IsZeroValue(i.Val) {
				r.unclear()
			}
			r.Removals = append(r.Removals, i)
		default:
			r.listUsed(use, at)
		}
	}
}

// listUsed notes what an instruction does with the list.
func (r *reader) listUsed(use ssa.Instruction, list ssa.Value) {
	switch use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return
	}
	call, ok := use.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 || call.Call.Args[0] != list {
		r.unclear()
		return
	}
	switch name, _ := methodOfList(&call.Call); name {
	case "Front", "Back", "Len", "MoveToFront", "MoveToBack", "MoveBefore", "MoveAfter":
	case "Init":
		r.Removals = append(r.Removals, call)
	case "Remove":
		r.Removals = append(r.Removals, call)
		r.value(call, call)
	case "PushFront", "PushBack", "InsertBefore", "InsertAfter":
		v, _ := pushed(&call.Call)
		if isRemovedFrom(v, r.Field) {
			r.moves[call], r.Moved = true, true
		} else if r.isObject(v.Type()) {
			r.put(v, call, call.Block(), call.Pos())
		} else {
			r.putParts(v, call, call.Block(), call.Pos())
		}
	default:
		r.unclear()
	}
}

// isRemovedFrom reports whether a value was in the list of a field until the function has removed it.
func isRemovedFrom(v ssa.Value, list *types.Var) bool {
	assert, ok := v.(*ssa.TypeAssert)
	if !ok {
		return false
	}
	call, ok := assert.X.(*ssa.Call)
	if !ok {
		return false
	}
	name, field := methodOfList(&call.Call)
	return name == "Remove" && field == list
}

// readElements notes what the code does with what elements of lists have.
func (l *Ledger) readElements(readers map[*Holding]*reader) {
	for instr := range l.code.Instructions() {
		if at, ok := instr.(*ssa.FieldAddr); ok && isValueOfElement(at) {
			l.elementValue(at, readers)
		}
	}
}

// elementValue notes what is done with the value of an element of some list.
func (l *Ledger) elementValue(at *ssa.FieldAddr, readers map[*Holding]*reader) {
	of := listOf(at.X, map[ssa.Value]bool{})
	for _, use := range *at.Referrers() {
		load, ok := use.(*ssa.UnOp)
		if _, isDebug := use.(*ssa.DebugRef); isDebug {
			continue
		}
		if !ok { // something else comes there
			l.ofLists(of, nil, readers, (*reader).unclear)
			continue
		}
		for _, use := range *load.Referrers() {
			switch i := use.(type) {
			case *ssa.DebugRef:
			case *ssa.TypeAssert:
				if l.ofLists(of, i.AssertedType, readers, func(r *reader) { r.value(load, load) }) > 1 {
					l.ofLists(of, i.AssertedType, readers, (*reader).unclear)
				}
			default:
				l.ofLists(of, nil, readers, (*reader).unclear)
			}
		}
	}
}

// ofLists does something for each list that is in a field, and has values of a type; nil is for
// all lists, and all types.
func (l *Ledger) ofLists(field *types.Var, of types.Type, readers map[*Holding]*reader, do func(*reader)) (n int) {
	for _, h := range l.all {
		if api.IsList(h.Field.Type()) && readers[h] != nil && (field == nil || field == h.Field) && (of == nil || types.IsInterface(of) || types.Identical(of, l.listed[h.Field])) {
			do(readers[h])
			n++
		}
	}
	return n
}

// OnlyListOf returns the only list in a field that has values of a type, or nil.
func (l *Ledger) OnlyListOf(t types.Type) (only *Holding) {
	for _, h := range l.all {
		if of := l.listed[h.Field]; api.IsList(h.Field.Type()) && of != nil && types.Identical(of, t) {
			if only != nil {
				return nil
			}
			only = h
		}
	}
	return only
}

// listOf returns the field of the list that an element was got from in this function, or nil.
func listOf(element ssa.Value, seen map[ssa.Value]bool) (field *types.Var) {
	if seen[element] {
		return nil
	}
	seen[element] = true
	switch i := element.(type) {
	case *ssa.Call:
		name, field := methodOfList(&i.Call)
		if object := code.Object(&i.Call); name == "" && object != nil && len(i.Call.Args) == 1 && (object.Name() == "Next" || object.Name() == "Prev") {
			return listOf(i.Call.Args[0], seen)
		}
		return field
	case *ssa.Phi:
		for _, edge := range i.Edges {
			if from := listOf(edge, seen); from != nil && (field == nil || from == field) {
				field = from
			} else if from != nil {
				return nil
			}
		}
	}
	return field
}

// isValueOfElement reports whether an address is that of what an element of a list has.
func isValueOfElement(at *ssa.FieldAddr) bool {
	return api.IsListElement(at.X.Type()) && code.FieldOf(at).Name() == "Value"
}
