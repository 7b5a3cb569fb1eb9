//! The modules of a crate, and which of them use which.
//!
//! A module is a file. A file uses another if one of its paths or private imports leads to an item
//! that the other one defines. Re-exports are followed to the definition and are no use themselves,
//! so a `mod.rs` that only declares and re-exports its children uses none of them. Unit tests are
//! left out. Method calls are not seen, as they name no module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// The modules of a crate and their uses of each other.
pub(crate) struct ModuleGraph {
    /// Paths of the modules, such as `netzwerk::rules`; the root is `crate`.
    names: Vec<String>,
    /// For each module those that it uses.
    uses: Vec<BTreeSet<usize>>,
}

impl ModuleGraph {
    /// Reads the source files of the crate with this root file.
    pub(crate) fn read(root: &Path) -> Self {
        let mut source = Source::default();
        source.read_file(root, "crate".into(), None);
        let mut uses = vec![BTreeSet::new(); source.names.len()];
        for (scope, items) in &source.bodies {
            let mut visitor = Uses {
                source: &source,
                scope: *scope,
                found: BTreeSet::new(),
            };
            for item in items {
                visitor.visit_item(item);
            }
            let file = source.scopes[*scope].file;
            visitor.found.remove(&file);
            uses[file].append(&mut visitor.found);
        }
        Self {
            names: source.names,
            uses,
        }
    }

    /// Returns the modules of every cycle: the strongly connected components of more than one
    /// module, each in alphabetical order.
    pub(crate) fn cycles(&self) -> BTreeSet<BTreeSet<&str>> {
        let reachable: Vec<_> = (0..self.uses.len()).map(|from| self.reach(from)).collect();
        let component = |from: usize| -> BTreeSet<usize> {
            let mutual = |to: &usize| reachable[*to].contains(&from);
            reachable[from].iter().copied().filter(mutual).collect()
        };
        (0..self.uses.len())
            .map(component)
            .filter(|component| component.len() > 1)
            .map(|component| component.into_iter().map(|at| &*self.names[at]).collect())
            .collect()
    }

    /// Returns the modules that use modules of this name, or modules within them, without these themselves.
    pub(crate) fn users(&self, name: &str) -> BTreeSet<&str> {
        let is_used = |module: &usize| self.names[*module].split("::").any(|part| part == name);
        (0..self.names.len())
            .filter(|module| !is_used(module) && self.uses[*module].iter().any(is_used))
            .map(|module| &*self.names[module])
            .collect()
    }

    /// Returns the modules that this one uses directly or indirectly.
    fn reach(&self, from: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut left = vec![from];
        while let Some(module) = left.pop() {
            let new = self.uses[module].iter().filter(|to| reached.insert(**to));
            left.extend(new.collect::<Vec<_>>());
        }
        reached
    }
}

/// A path as text, one element for each segment.
type Segments = Vec<String>;

/// What a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    /// A module, by its scope.
    Module(usize),
    /// Anything else, by the file that defines it.
    Item(usize),
}

/// The names of one module, which may be written inside another one's file.
struct Scope {
    file: usize,
    parent: Option<usize>,
    modules: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    /// Imported names, re-exports among them: what is private is visible to children.
    imports: BTreeMap<String, Vec<Segments>>,
    globs: Vec<Segments>,
}

/// A crate as it is written.
#[derive(Default)]
struct Source {
    /// Paths of the files' modules.
    names: Vec<String>,
    scopes: Vec<Scope>,
    /// The items of each file with their scope.
    bodies: Vec<(usize, Vec<Item>)>,
}

impl Source {
    /// Reads a file and those of its child modules; returns its scope.
    fn read_file(&mut self, path: &Path, name: String, parent: Option<usize>) -> usize {
        let text = fs::read_to_string(path).unwrap();
        let items = syn::parse_file(&text).unwrap().items;
        let file = self.names.len();
        self.names.push(name.clone());
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let folder = path.parent().unwrap();
        let children = match stem {
            "lib" | "main" | "mod" => folder.to_owned(),
            stem => folder.join(stem),
        };
        let scope = self.add_scope(file, parent);
        self.declare(scope, &items, &children, &name);
        self.bodies.push((scope, items));
        scope
    }

    fn add_scope(&mut self, file: usize, parent: Option<usize>) -> usize {
        self.scopes.push(Scope {
            file,
            parent,
            modules: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: BTreeMap::new(),
            globs: Vec::new(),
        });
        self.scopes.len() - 1
    }

    /// Enters the names that items define or import, and reads child modules.
    fn declare(&mut self, scope: usize, items: &[Item], folder: &Path, name: &str) {
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                // An example of another crate, which is measured.
                Item::Mod(module) if module.attrs.iter().any(|it| it.path().is_ident("path")) => {}
                Item::Mod(module) => {
                    let ident = module.ident.to_string();
                    let path = match name {
                        "crate" => ident.clone(),
                        parent => format!("{parent}::{ident}"),
                    };
                    let child = match &module.content {
                        Some((_, items)) => {
                            let file = self.scopes[scope].file;
                            let child = self.add_scope(file, Some(scope));
                            self.declare(child, items, &folder.join(&ident), &path);
                            child
                        }
                        None => self.read_file(&file_of(folder, &ident), path, Some(scope)),
                    };
                    self.scopes[scope].modules.insert(ident, child);
                }
                Item::Use(item) => self.import(scope, &item.tree, &mut Vec::new()),
                Item::Macro(item) => {
                    if let Some(ident) = &item.ident {
                        let is_exported =
                            |attribute: &Attribute| attribute.path().is_ident("macro_export");
                        let name = ident.to_string();
                        if item.attrs.iter().any(is_exported) {
                            let path = self.path_of(scope, &name);
                            let imports = &mut self.scopes[0].imports;
                            imports.entry(name.clone()).or_default().push(path);
                        }
                        self.scopes[scope].items.insert(name);
                    }
                }
                item => {
                    if let Some(ident) = ident_of(item) {
                        self.scopes[scope].items.insert(ident.to_string());
                    }
                }
            }
        }
    }

    /// Returns the path of an item of a scope, from the root.
    fn path_of(&self, scope: usize, name: &str) -> Segments {
        let module = &self.names[self.scopes[scope].file];
        let module = module.split("::").filter(|segment| *segment != "crate");
        let start = std::iter::once("crate").chain(module);
        start.chain([name]).map(str::to_owned).collect()
    }

    /// Enters the names of a `use`.
    fn import(&mut self, scope: usize, tree: &UseTree, prefix: &mut Segments) {
        leaves(tree, prefix, &mut |path, name| match name {
            Some(name) => {
                let imports = &mut self.scopes[scope].imports;
                imports.entry(name.to_owned()).or_default().push(path);
            }
            None => self.scopes[scope].globs.push(path),
        });
    }

    /// Returns what a path of a scope leads to, or `None` if that is in another crate.
    fn resolve(&self, scope: usize, path: &[String], depth: usize) -> Option<Target> {
        // Imports that lead in circles lead nowhere.
        if depth > 32 {
            return None;
        }
        let (first, rest) = path.split_first()?;
        let start = match &**first {
            "crate" => Target::Module(0),
            "self" => Target::Module(scope),
            "super" => Target::Module(self.scopes[scope].parent?),
            name => self.look_up(scope, name, rest.is_empty(), depth)?,
        };
        let mut target = start;
        for (at, name) in rest.iter().enumerate() {
            let Target::Module(module) = target else {
                return Some(target);
            };
            target = if name == "super" {
                Target::Module(self.scopes[module].parent?)
            } else if name == "self" {
                target
            } else {
                let names = &self.scopes[module];
                let is_last = at + 1 == rest.len();
                match self.look_up(module, name, is_last, depth) {
                    Some(target) => target,
                    None if names.imports.contains_key(name) => return None,
                    // A name that is not written there is defined by a macro of the module.
                    None => Target::Item(names.file),
                }
            };
        }
        Some(target)
    }

    /// Returns what a name refers to in a scope.
    fn look_up(&self, scope: usize, name: &str, is_last: bool, depth: usize) -> Option<Target> {
        let names = &self.scopes[scope];
        let module = names.modules.get(name).map(|at| Target::Module(*at));
        if let Some(module) = module.filter(|_| !is_last) {
            return Some(module);
        }
        if names.items.contains(name) {
            return Some(Target::Item(names.file));
        }
        let imports = names.imports.get(name).into_iter().flatten();
        let mut targets = imports.filter_map(|path| {
            // `use serde;` names a crate, not itself.
            let is_itself = path.len() == 1 && path[0] == name;
            (!is_itself).then(|| self.resolve(scope, path, depth + 1))?
        });
        targets.next().or(module).or_else(|| {
            names
                .globs
                .iter()
                .find_map(|glob| match self.resolve(scope, glob, depth + 1)? {
                    Target::Module(other) if other != scope => {
                        self.look_up(other, name, is_last, depth + 1)
                    }
                    Target::Module(_) | Target::Item(_) => None,
                })
        })
    }
}

/// Finds the files that a file uses.
struct Uses<'a> {
    source: &'a Source,
    scope: usize,
    found: BTreeSet<usize>,
}

impl Uses<'_> {
    fn add(&mut self, path: &[String]) {
        if let Some(Target::Item(file)) = self.source.resolve(self.scope, path, 0) {
            self.found.insert(file);
        }
    }

    /// Adds the paths of more than one segment in code that is not parsed.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add_long(&std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.add_long(&std::mem::take(&mut path));
                    colons = 0;
                    self.add_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.add_long(&std::mem::take(&mut path));
                    colons = 0;
                }
            }
        }
        self.add_long(&path);
    }

    fn add_long(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.add(path);
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let modules = &self.source.scopes[self.scope].modules;
        // One inside a function has no scope of its own.
        let inner = modules.get(&item.ident.to_string());
        let inner = inner.copied().unwrap_or(self.scope);
        let outer = std::mem::replace(&mut self.scope, inner);
        visit::visit_item_mod(self, item);
        self.scope = outer;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            leaves(&item.tree, &mut Vec::new(), &mut |path, _| self.add(&path));
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Fn(item) => &item.attrs[..],
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    // `pub(in path)` uses nothing of that module.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Segments = path.segments.iter().map(|s| s.ident.to_string()).collect();
        // A single name in small letters may be a variable.
        if segments.len() > 1 || segments[0].starts_with(char::is_uppercase) {
            self.add(&segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func
            && let Some(ident) = function.path.get_ident()
        {
            self.add(&[ident.to_string()]);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.visit_path(&invocation.path);
        self.add_tokens(invocation.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.add_tokens(list.tokens.clone());
        }
    }
}

/// Calls `each` with every path of a `use` and the name that it gets, `None` for `*`.
fn leaves(tree: &UseTree, prefix: &mut Segments, each: &mut impl FnMut(Segments, Option<&str>)) {
    let with = |prefix: &Segments, name: &syn::Ident| [&prefix[..], &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            leaves(&path.tree, prefix, each);
            prefix.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            each(prefix.clone(), prefix.last().map(String::as_str));
        }
        UseTree::Name(name) => each(with(prefix, &name.ident), Some(&name.ident.to_string())),
        UseTree::Rename(name) => each(with(prefix, &name.ident), Some(&name.rename.to_string())),
        UseTree::Glob(_) => each(prefix.clone(), None),
        UseTree::Group(group) => {
            for tree in &group.items {
                leaves(tree, prefix, each);
            }
        }
    }
}

/// Returns the file of a module that is declared in a file whose children lie in `folder`.
fn file_of(folder: &Path, module: &str) -> PathBuf {
    let file = folder.join(module).with_extension("rs");
    if file.exists() {
        file
    } else {
        folder.join(module).join("mod.rs")
    }
}

/// Returns `true` if one of the attributes is `cfg(test)`, alone or with other conditions.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return false;
        };
        let mut tokens = list.tokens.clone().into_iter();
        list.path.is_ident("cfg") && tokens.any(|token| token.to_string() == "test")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn ident_of(item: &Item) -> Option<&syn::Ident> {
    match item {
        Item::Const(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
