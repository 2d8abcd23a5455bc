#include "c/clang/translate.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include <algorithm>

namespace waymark::c {

namespace {

// Records of our own headers that are more than records.
constexpr std::pair<const char*, Kind> known_records[] = {
    {"__waymark_mutex", Kind::mutex},
    {"__waymark_condition", Kind::condition},
    {"__waymark_rwlock", Kind::rwlock},
    {"__waymark_barrier", Kind::barrier},
    {"__waymark_once", Kind::once},
    {"__waymark_semaphore", Kind::semaphore},
    {"__waymark_attributes", Kind::attributes},
};

}  // namespace

Translation::Translation(Program& program, Linking& linking, clang::ASTContext& context)
    : program_(program), linking_(linking), context_(context) {}

std::uint32_t Translation::file(const std::string& name) {
  const auto found = std::find(program_.files.begin(), program_.files.end(), name);
  if (found != program_.files.end()) return static_cast<std::uint32_t>(found - program_.files.begin());
  program_.files.push_back(name);
  return static_cast<std::uint32_t>(program_.files.size() - 1);
}

Position Translation::at(clang::SourceLocation location) {
  const clang::SourceManager& manager = context_.getSourceManager();
  const clang::PresumedLoc place = manager.getPresumedLoc(manager.getExpansionLoc(location));
  if (place.isInvalid()) return {};
  return {file(place.getFilename()), place.getLine(), place.getColumn()};
}

void Translation::unit() {
  for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) global(*variable);
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      if (function->doesThisDeclarationHaveABody()) define(*function);
    }
  }
}

// What Clang doubts is asked for, but a #pragma can silence it.
void Translation::refuse_silence(clang::SourceLocation location) {
  if (current_ == nullptr || silenced_ == current_) return;
  const clang::DiagnosticsEngine& asked = context_.getDiagnostics();
  for (const unsigned doubt :
       {clang::diag::warn_uninit_var, clang::diag::warn_maybe_uninit_var, clang::diag::warn_sometimes_uninit_var,
        clang::diag::warn_unsequenced_mod_mod, clang::diag::warn_unsequenced_mod_use}) {
    if (!asked.isIgnored(doubt, location)) continue;
    silenced_ = current_;
    current_->doubts.push_back({at(location),
                                "warnings about variables without a value, or effects without an order, are silenced "
                                "here; take the #pragma away"});
    return;
  }
}

void Translation::doubt(Position at, const std::string& message) {
  const auto before = [](Position one, Position other) {
    return std::pair(one.line, one.column) <= std::pair(other.line, other.column);
  };
  for (const Extent& extent : extents_) {
    if (extent.from.file == at.file && before(extent.from, at) && before(at, extent.to)) {
      extent.function->doubts.push_back({at, message});
    }
  }
}

void Translation::global(const clang::VarDecl& declaration) {
  Variable* const made = variable(declaration);
  if (declaration.isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly) made->defined = true;
  const clang::Expr* const initial_value = declaration.getInit();
  if (initial_value == nullptr || made->initial != nullptr) return;
  made->initial = initial(initial_value, *made->type);
}

Variable* Translation::variable(const clang::VarDecl& declaration) {
  const clang::VarDecl* const first = declaration.getCanonicalDecl();
  if (const auto found = variables_.find(first); found != variables_.end()) return found->second;
  const bool global = declaration.isFileVarDecl() || declaration.hasExternalStorage();
  const bool external = global && declaration.isExternallyVisible();
  const std::string name = declaration.getNameAsString();
  if (external) {
    if (const auto found = linking_.variables.find(name); found != linking_.variables.end()) {
      if (found->second->type->kind == Kind::unsupported) found->second->type = type(declaration.getType());
      return variables_[first] = found->second;
    }
  }
  Variable& made = program_.variables.emplace_back();
  made.name = name;
  made.declaration = name;
  declaration.getType().getAsStringInternal(made.declaration, context_.getPrintingPolicy());
  made.type = type(declaration.getType());
  made.at = at(declaration.getLocation());
  made.owner = global ? nullptr : current_;
  made.is_static = declaration.hasGlobalStorage();
  made.local_to_file = global && !external;
  made.parameter = llvm::isa<clang::ParmVarDecl>(declaration);
  made.depth = std::max(depth_, 1u);
  if (declaration.getTLSKind() != clang::VarDecl::TLS_None) {
    made.refused = fmt::format("'{}' is one variable for each thread, which is not modelled; use an array", name);
  } else if (declaration.hasAttr<clang::CleanupAttr>()) {
    made.refused = fmt::format("the cleanup of '{}' is not modelled; call the function where the block ends", name);
  }
  if (external) linking_.variables[name] = &made;
  return variables_[first] = &made;
}

Function* Translation::function(const clang::FunctionDecl& declaration) {
  const clang::FunctionDecl* const first = declaration.getCanonicalDecl();
  if (const auto found = functions_.find(first); found != functions_.end()) return found->second;
  const std::string name = declaration.getNameAsString();
  const bool external = declaration.isExternallyVisible();
  if (external) {
    if (const auto found = linking_.functions.find(name); found != linking_.functions.end()) {
      return functions_[first] = found->second;
    }
  }
  Function& made = program_.functions.emplace_back();
  made.name = name;
  made.at = at(declaration.getLocation());
  made.result = type(declaration.getReturnType());
  made.variadic = declaration.isVariadic();
  made.local_to_file = !external;
  if (external) linking_.functions[name] = &made;
  return functions_[first] = &made;
}

const Function* Translation::known(const std::string& name, const clang::Expr& call) {
  Function*& found = linking_.functions[name];
  if (found == nullptr) {
    found = &program_.functions.emplace_back();
    found->name = name;
    found->at = at(call.getExprLoc());
    found->result = type(call.getType());
  }
  return found;
}

void Translation::define(const clang::FunctionDecl& declaration) {
  Function* const made = function(declaration);
  if (made->body != nullptr) {
    refuse(program_, at(declaration.getLocation()), fmt::format("'{}' is defined twice", made->name));
  }
  for (const clang::Attr* attribute : declaration.attrs()) {
    if (!llvm::isa<clang::ConstructorAttr>(attribute) && !llvm::isa<clang::DestructorAttr>(attribute)) continue;
    refuse(program_, at(declaration.getLocation()),
           fmt::format("'{}' runs before main begins or after it ends, which is not modelled; call it in main",
                       made->name));
  }
  current_ = made;
  made->at = at(declaration.getLocation());
  made->parameters.clear();
  for (const clang::ParmVarDecl* parameter : declaration.parameters()) made->parameters.push_back(variable(*parameter));
  made->body = one(declaration.getBody());
  extents_.push_back({made, at(declaration.getBeginLoc()), at(declaration.getEndLoc())});
  current_ = nullptr;
}

const Type* Translation::type(clang::QualType qualified) {
  const clang::QualType canonical = qualified.getCanonicalType().getUnqualifiedType();
  const auto [place, fresh] = types_.try_emplace(canonical.getAsOpaquePtr(), nullptr);
  if (!fresh && place->second != nullptr) return place->second;
  Type made = translated(canonical);
  if (made.name.empty()) made.name = canonical.getAsString();
  program_.types.push_back(std::move(made));
  return types_[canonical.getAsOpaquePtr()] = &program_.types.back();
}

Type Translation::translated(clang::QualType qualified) {
  Type made;
  if (const auto* atomic = qualified->getAs<clang::AtomicType>()) {
    made = *type(atomic->getValueType());
    if (made.kind == Kind::record) return {};  // a copy of it would be one step
    made.atomic = true;
    return made;
  }
  if (const auto* enumeration = qualified->getAs<clang::EnumType>()) {
    made = *type(enumeration->getDecl()->getIntegerType());
    made.name.clear();
    if (enumeration->getDecl()->getName() == "__waymark_thread") made.kind = Kind::thread;
    return made;
  }
  if (qualified->isVoidType()) made.kind = Kind::nothing;
  if (qualified->isBooleanType()) {
    made.kind = Kind::boolean;
  } else if (qualified->isIntegerType() && context_.getIntWidth(qualified) <= 64) {
    made.kind = Kind::integer;
  }
  if (made.kind == Kind::boolean || made.kind == Kind::integer) {
    made.bits = static_cast<std::uint32_t>(made.kind == Kind::boolean ? 1 : context_.getIntWidth(qualified));
    made.is_signed = qualified->isSignedIntegerType();
  } else if (const auto* pointer = qualified->getAs<clang::PointerType>()) {
    if (pointer->getPointeeType()->isFunctionType()) return made;
    made.kind = Kind::pointer;
    made.element = type(pointer->getPointeeType());
  } else if (const auto* array = context_.getAsConstantArrayType(qualified)) {
    made.kind = Kind::array;
    made.element = type(array->getElementType());
    made.count = array->getSize().getZExtValue();
  } else if (const auto* of = qualified->getAs<clang::RecordType>()) {
    made = record_type(*of->getDecl());
  }
  return made;
}

Type Translation::record_type(const clang::RecordDecl& declaration) {
  Type made;
  const clang::RecordDecl* const definition = declaration.getDefinition();
  for (const auto& [name, kind] : known_records) {
    if (declaration.getName() == name) made.kind = kind;
  }
  if (made.kind != Kind::unsupported || definition == nullptr || definition->isUnion()) return made;
  made.kind = Kind::record;
  made.record = record(*definition);
  return made;
}

const Record* Translation::record(const clang::RecordDecl& declaration) {
  if (const auto found = records_.find(&declaration); found != records_.end()) return found->second;
  std::string name = declaration.getNameAsString();
  const bool named = !name.empty();
  if (!named) {
    const clang::TypedefNameDecl* const alias = declaration.getTypedefNameForAnonDecl();
    name = alias != nullptr ? alias->getNameAsString() : "record";
  }
  Record& made = program_.records.emplace_back();
  records_[&declaration] = &made;
  made.name = name;
  made.at = at(declaration.getLocation());
  for (const clang::FieldDecl* field : declaration.fields()) {
    const Type* of = type(field->getType());
    if (field->isBitField() || field->getName().empty()) {
      Type refused;
      refused.name = field->isBitField() ? "a bit-field" : "a member without a name";
      program_.types.push_back(refused);
      of = &program_.types.back();
    }
    made.fields.push_back({field->getNameAsString(), of});
  }
  // The same record in another file is the same type.
  if (!named) return &made;
  const auto [place, fresh] = linking_.records.try_emplace(name, &made);
  const auto same = [](const Field& one, const Field& other) {
    return one.name == other.name && one.type->name == other.type->name;
  };
  if (!fresh && std::equal(made.fields.begin(), made.fields.end(), place->second->fields.begin(),
                           place->second->fields.end(), same)) {
    records_[&declaration] = place->second;
    return place->second;
  }
  return &made;
}

}  // namespace waymark::c
