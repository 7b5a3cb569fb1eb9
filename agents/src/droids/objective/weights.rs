//! The weights of the evaluation.

/// Weights by which a table is evaluated for a side, as natural logarithms of the odds of winning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvaluationWeights {
    /// Cost of a strip.
    pub strip: f64,
    /// Additional cost of each strip beyond the fourth.
    pub last_strips: f64,
    /// Cost of a strip in the droid's column; it is divided by the distance to other columns plus one.
    pub near_strips: f64,
    /// Cost of a droid in a column whose transmitter is covered.
    pub covered_column: f64,
    /// Cost of a droid in water, where only blue stones move it; less than 0, since it is also safe from most orders there.
    pub water: f64,
    /// Cost of each edge of the field at which the droid is, without repair robots.
    pub edge: f64,
    /// Cost of having no robot in the column of a transmitter without a strip.
    pub stranded: f64,
    /// Factor of the value of mines (DR-35).
    pub mines: f64,
    /// Factor of the value of the garden (DR-36).
    pub garden: f64,
    /// Factor of the value of freight (DR-38).
    pub freight: f64,
}

impl EvaluationWeights {
    /// Weights for comparing tables without search.
    pub(in crate::droids) const UNSEARCHED: Self = Self {
        strip: 0.12,
        last_strips: 0.08,
        near_strips: 0.0,
        covered_column: 0.2,
        water: 0.1,
        edge: 0.0,
        stranded: 0.0,
        mines: 1.0,
        garden: 1.0,
        freight: 1.0,
    };

    /// Weights for the leaves of a search, tuned by `botwerk-lab weights`.
    pub const SEARCHED: Self = Self {
        strip: 0.105,
        last_strips: 0.056,
        near_strips: 1.343,
        covered_column: 1.666,
        water: -0.121,
        edge: -0.034,
        stranded: 3.753,
        mines: 1.144,
        garden: 1.024,
        freight: 0.48,
    };

    /// Returns the weights with their names.
    ///
    /// ```
    /// use botwerk_agents::droids::EvaluationWeights;
    ///
    /// let mut weights = EvaluationWeights::SEARCHED;
    /// for (name, weight) in weights.named() {
    ///     *weight = if name == "strip" { 0.3 } else { 0.0 };
    /// }
    /// assert!(weights.strip > 0.2 && weights.stranded < 0.1);
    /// ```
    pub fn named(&mut self) -> [(&'static str, &mut f64); 10] {
        let Self {
            strip,
            last_strips,
            near_strips,
            covered_column,
            water,
            edge,
            stranded,
            mines,
            garden,
            freight,
        } = self;
        [
            ("strip", strip),
            ("last_strips", last_strips),
            ("near_strips", near_strips),
            ("covered_column", covered_column),
            ("water", water),
            ("edge", edge),
            ("stranded", stranded),
            ("mines", mines),
            ("garden", garden),
            ("freight", freight),
        ]
    }
}
